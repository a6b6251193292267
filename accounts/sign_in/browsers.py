"""What a visitor's browser is called, for lists of the browsers that somebody uses."""

from django.http import HttpRequest
from django.utils.translation import gettext

BROWSERS = {"Firefox/": "Firefox", "Edg/": "Edge", "OPR/": "Opera", "Chrome/": "Chrome", "Safari/": "Safari"}
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")


def name_browser(request: HttpRequest) -> str:
    """Return what a visitor's browser and system are called, as far as they say so."""
    return name_agent(request.headers.get("User-Agent", ""))


def name_agent(agent: str) -> str:
    """Return what the browser and system are called that send `agent` as their `User-Agent`."""
    browser = next((name for mark, name in BROWSERS.items() if mark in agent), gettext("Browser"))
    system = next((name for name in SYSTEMS if name in agent), "")
    return f"{browser}, {system}" if system else str(browser)
