"""Windows of Firefox and WebKit as Debian has them, which Playwright cannot drive; both understand WebDriver.

Firefox does so by itself, in its protocol Marionette; for WebKit, the program WebKitWebDriver answers over HTTP.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from tests.browser.waiting import LOOK_SOON, PATIENCE
from tools.torture.stage import free_port

START_LIMIT, STOP_LIMIT = 180.0, 20.0
"""Seconds that a browser may take to start and to stop on a busy machine."""
SCREEN = (1600, 1100)
LANGUAGE = "en"
FIREFOX: dict[str, bool | int | str] = {
    "accessibility.force_disabled": -1,
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.newtabpage.enabled": False,
    "browser.preonboarding.enabled": False,
    "browser.sessionstore.resume_from_crash": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "browser.startup.page": 0,
    "browser.translations.enable": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "marionette.port": 0,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "signon.rememberSignons": False,
    "ui.prefersReducedMotion": 1,
}
"""What keeps Firefox from asking and updating, and lets it choose a free port of its own."""
PREFERENCES: dict[str, bool | int | str] = {
    **FIREFOX,
    "accessibility.force_disabled": 1,
    "intl.accept_languages": LANGUAGE,
    "ui.useOverlayScrollbars": 1,
}
PROGRAMS = {
    "firefox": {"firefox-esr": "firefox-esr"},
    "webkit": {"WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"},
}
"""The programs that an engine needs, each with its package in Debian."""
BINDINGS = {"webkit": ("gi.require_version('WebKit2', '4.1')", "python3-gi, gir1.2-webkit2-4.1")}
"""What Debian's own Python must be able to do, with the packages that let it."""
SYSTEM_PYTHON = "/usr/bin/python3"
CONSOLE = 'const storage = Cc["@mozilla.org/consoleAPI-storage;1"].getService(Ci.nsIConsoleAPIStorage);'
"""Keeps what scripts of a page write to the console, in Firefox; `Services.console` keeps the rest."""
UNKNOWN = "Unrecognized Content-Security-Policy directive 'manifest-src'"
"""What WebKitGTK says of each page: unlike Safari, it is built without manifests."""
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key of an element's name, by the WebDriver standard."""


def find_missing(engine: str) -> list[str]:
    """Return the packages that an engine lacks on this machine."""
    missing = [package for program, package in PROGRAMS[engine].items() if not shutil.which(program)]
    if engine in BINDINGS:
        statement, packages = BINDINGS[engine]
        check = [SYSTEM_PYTHON, "-c", f"import gi; {statement}"]
        if not Path(SYSTEM_PYTHON).exists() or subprocess.run(check, capture_output=True, check=False).returncode:
            missing.append(packages)
    return missing


class Refused(Exception):
    """The browser did not do a command."""


class DrivenWindow(ABC):
    """A browser's window; `log` is the file of what it writes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "log"

    @abstractmethod
    def do(self, command: str, path: str, **fields: Any) -> Any:
        """Do a command of WebDriver, by its name or by its path, and return its value."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Make the page so wide and high."""

    @abstractmethod
    def read_errors(self) -> list[str]:
        """Return the errors in the console since `clear_errors`."""

    @abstractmethod
    def clear_errors(self) -> None: ...

    def open(self, url: str) -> None:
        self.do("Navigate", "url", url=url)

    def run(self, script: str, *arguments: Any) -> Any:
        """Run the body of a function in the page, and return what it returns."""
        return self.do("ExecuteScript", "execute/sync", script=script, args=list(arguments))

    def press(self, selector: str) -> None:
        """Press an element with the mouse as soon as it can be pressed; fail if another goes on covering it."""
        end = time.monotonic() + PATIENCE / 1000
        while True:
            try:
                element = self.find(selector)
                self.do("ElementClick", f"element/{element}/click", id=element)
            except Refused as error:
                if time.monotonic() > end:
                    error.add_note(f"It was pressed: {selector}")
                    raise
                time.sleep(LOOK_SOON / 1000)
            else:
                return

    def write(self, selector: str, text: str) -> None:
        self.write_into(self.find(selector), text)

    def write_into(self, element: str, text: str) -> None:
        self.do("ElementSendKeys", f"element/{element}/value", id=element, text=text)

    def find(self, selector: str) -> str:
        return str(self.do("FindElement", "element", using="css selector", value=selector)[ELEMENT])

    def find_focused(self) -> str:
        return str(self.do("GetActiveElement", "element/active")[ELEMENT])

    def leave(self) -> None:
        """Leave the page, and forget what was in the console."""
        self.open("about:blank")
        self.clear_errors()


class Firefox(DrivenWindow):
    """A window of Firefox, over the socket that it listens at."""

    def __init__(self, folder: Path, connection: socket.socket, answers: BinaryIO) -> None:
        super().__init__(folder)
        self.connection = connection
        self.answers = answers
        self.receive()
        self.do("NewSession", "")

    def receive(self) -> Any:
        length = b"".join(iter(lambda: self.answers.read(1), b":"))
        return json.loads(self.answers.read(int(length)))

    def do(self, command: str, path: str, **fields: Any) -> Any:
        return self.call(f"WebDriver:{command}", **fields)

    def call(self, command: str, **fields: Any) -> Any:
        message = json.dumps([0, 1, command, fields]).encode()
        self.connection.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self.receive()
        if error:
            raise Refused(f"{command}: {error}")
        return result.get("value", result)

    def resize(self, width: int, height: int) -> None:
        """Give the page a size: a window cannot be as narrow as a phone."""
        self.call("Marionette:SetContext", value="chrome")
        self.run(
            """const { style } = gBrowser.selectedBrowser, [width, height] = arguments;
            for (const side of ["min", "max"]) [style[`${side}Width`], style[`${side}Height`]] = [width, height];""",
            f"{width}px", f"{height}px",
        )  # fmt: skip
        self.call("Marionette:SetContext", value="content")

    def _run_above(self, script: str) -> Any:
        """Run a script beside the page, with the rights of the browser itself."""
        return self.do("ExecuteScript", "execute/sync", script=CONSOLE + script, args=[], sandbox="system")

    def read_errors(self) -> list[str]:
        errors: list[str] = self._run_above(
            """const refused = Services.console.getMessageArray().filter((each) =>
              each instanceof Ci.nsIScriptError && !(each.flags & Ci.nsIScriptError.warningFlag));
            const written = storage.getEvents().filter(({ level }) => level === "error");
            return [...refused.map(String), ...written.map((each) => each.arguments.join(" "))];"""
        )
        return errors

    def clear_errors(self) -> None:
        self._run_above("Services.console.reset(); storage.clearEvents();")


class WebKit(DrivenWindow):
    """A window of WebKit, over the program that drives it."""

    def __init__(self, folder: Path, port: int) -> None:
        super().__init__(folder)
        self.position = 0
        self.url = f"http://127.0.0.1:{port}/session"
        options = {"binary": str(folder / "browser"), "args": []}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        self.url += "/" + self.do("NewSession", "", capabilities=wanted)["sessionId"]

    def do(self, command: str, path: str, **fields: Any) -> Any:
        url = f"{self.url}/{path}".rstrip("/")
        # A command without fields only asks, by GET.
        asked = urllib.request.Request(url, json.dumps(fields).encode() if fields else None)  # noqa: S310
        try:
            with urllib.request.urlopen(asked) as answer:  # noqa: S310
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            with error:
                raise Refused(f"{command}: {error.read().decode()}") from error

    def resize(self, width: int, height: int) -> None:
        self.do("SetWindowRect", "window/rect", width=width, height=height)

    def read_errors(self) -> list[str]:
        lines = self.log.read_text()[self.position :].splitlines()
        return [line for line in lines if re.search("CONSOLE .*ERROR", line) and UNKNOWN not in line]

    def clear_errors(self) -> None:
        self.position = len(self.log.read_text())


@contextmanager
def run_firefox(folder: Path) -> Iterator[DrivenWindow]:
    """Run Firefox with a profile of its own, without a screen."""
    profile = folder / "profile"
    profile.mkdir()
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items())
    (profile / "user.js").write_text("".join(lines))
    command = ("firefox-esr", "--headless", "--no-remote", "--profile", str(profile))
    driven = ("--marionette", "--remote-allow-system-access")
    width, height = map(str, SCREEN)
    with (
        started(folder, *command, *driven, MOZ_HEADLESS_WIDTH=width, MOZ_HEADLESS_HEIGHT=height),
        connect_to_firefox(folder, profile) as window,
    ):
        yield window


@contextmanager
def connect_to_firefox(folder: Path, profile: Path) -> Iterator[Firefox]:
    """Drive the Firefox that runs with this profile."""
    port = profile / "MarionetteActivePort"
    wait_for(lambda: port.exists() and port.read_text().isdigit(), "Firefox")
    with (
        socket.create_connection(("127.0.0.1", int(port.read_text()))) as connection,
        connection.makefile("rb") as answers,
    ):
        yield Firefox(folder, connection, answers)


@contextmanager
def run_webkit(folder: Path) -> Iterator[DrivenWindow]:
    """Run WebKit on a screen of its own that nobody sees."""
    settings = folder / ".config" / "gtk-3.0" / "settings.ini"
    settings.parent.mkdir(parents=True)
    settings.write_text("[Settings]\ngtk-enable-animations=false\n")
    window = Path(__file__).with_name("webkit_window.py")
    program = folder / "browser"
    program.write_text(f'#!/bin/sh\nexec {SYSTEM_PYTHON} "{window}" "{folder}/data" >>"{folder}/log" 2>&1\n')
    program.chmod(0o755)
    port, (width, height) = free_port(), SCREEN
    screen = ("-displayfd", "1", "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp")
    with started(folder, "Xvfb", *screen, stdout=subprocess.PIPE) as xvfb:
        assert xvfb.stdout
        display = xvfb.stdout.readline().decode().strip()
        with started(folder, "WebKitWebDriver", f"--port={port}", DISPLAY=f":{display}"):
            wait_for(lambda: is_open(port), "WebKitWebDriver")
            yield WebKit(folder, port)


RUN: dict[str, Callable[[Path], AbstractContextManager[DrivenWindow]]] = {"firefox": run_firefox, "webkit": run_webkit}


@contextmanager
def started(
    folder: Path, *command: str, stdout: int | None = None, **variables: str
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program and all that it starts, at home in `folder`, where its log is."""
    own = {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **variables}
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(command, env=own, stdout=stdout or log, stderr=log, start_new_session=True)
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(STOP_LIMIT)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        if process.stdout:
            process.stdout.close()


def wait_for(is_so: Callable[[], bool], what: str) -> None:
    """Return once `is_so`; fail if it is not within the limit."""
    end = time.monotonic() + START_LIMIT
    while not is_so():
        assert time.monotonic() < end, f"{what} did not come"
        time.sleep(0.05)


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
