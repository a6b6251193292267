"""A window of WebKit that WebKitWebDriver drives; Debian's own Python runs this, which has WebKit's bindings.

MiniBrowser is not used: driven, it hides what pages write to the console, and it cannot be as narrow as a phone.
"""

import sys
from pathlib import Path
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")

from gi.repository import Gtk, WebKit2  # noqa: E402


def make_context(folder: Path) -> Any:
    """Return a context that keeps its data in a folder: one that keeps none would hide the console, too."""
    data = WebKit2.WebsiteDataManager(base_cache_directory=str(folder / "cache"), base_data_directory=str(folder))
    context = WebKit2.WebContext(website_data_manager=data)
    context.set_preferred_languages(["en"])
    context.set_automation_allowed(True)
    context.connect("automation-started", welcome)
    return context


def welcome(context: Any, session: Any) -> None:
    session.connect("create-web-view", lambda _: open_view(context))


def open_view(context: Any) -> Any:
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    settings = view.get_settings()
    settings.set_enable_write_console_messages_to_stdout(True)
    settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
    window = Gtk.Window()
    window.add(view)
    window.show_all()
    return view


if __name__ == "__main__":
    kept = make_context(Path(sys.argv[1]))
    Gtk.main()
