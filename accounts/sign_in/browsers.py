from django.http import HttpRequest
from django.utils.translation import gettext

BROWSERS = {"Firefox/": "Firefox", "Edg/": "Edge", "OPR/": "Opera", "Chrome/": "Chrome", "Safari/": "Safari"}
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")


def name_browser(request: HttpRequest) -> str:
    return name_agent(request.headers.get("User-Agent", ""))


def name_agent(agent: str) -> str:
    browser = next((name for mark, name in BROWSERS.items() if mark in agent), gettext("Browser"))
    system = next((name for name in SYSTEMS if name in agent), "")
    return f"{browser}, {system}" if system else str(browser)
