"""What the open pages looked like when a browser test failed: a folder for each such test in `var/failed/`.

Each page leaves three files: a picture (`.png`), its HTML as it was then (`.html`), and what the console said (`.txt`).
"""

import re
import shutil
from base64 import b64decode
from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import Error, Page

from tests.browser.engines import DrivenWindow
from tests.browser.people import Person
from tests.browser.site import ROOT

FAILED = ROOT / "var" / "failed"


def make_folder(test: str) -> Path:
    """Return an empty folder for the test with this pytest id, and print where it is."""
    folder = FAILED / re.sub(r"[^\w.]+", "-", test).strip("-")[-200:]
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    print(f"How the pages looked: {folder}")
    return folder


def keep_pages(test: str, people: list[Person]) -> None:
    folder = make_folder(test)
    for number, person in enumerate(people, 1):
        for tab, page in enumerate(person.context.pages, 1):
            keep_page(page, folder / f"person-{number}-page-{tab}", person.console)


def keep_page(page: Page, name: Path, console: list[str]) -> None:
    try:
        keep(name, page.screenshot(full_page=True), page.content(), [page.url, *console])
    except Error as error:
        # The page crashed, or is on its way to another.
        keep(name, b"", "", [page.url, *console, f"No picture: {error}"])


def keep_window(test: str, window: DrivenWindow) -> None:
    """Keep what a window of Firefox or WebKit shows."""
    picture = b64decode(window.do("TakeScreenshot", "screenshot"))
    html, url = window.run("return [document.documentElement.outerHTML, location.href];")
    keep(make_folder(f"{test}-window") / "window", picture, html, [url, *window.read_errors()])


def keep(name: Path, picture: bytes, html: str, lines: Iterable[str]) -> None:
    name.with_suffix(".png").write_bytes(picture)
    name.with_suffix(".html").write_text(html, "utf-8")
    name.with_suffix(".txt").write_text("\n".join(lines) + "\n", "utf-8")
