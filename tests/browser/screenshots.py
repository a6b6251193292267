"""Pictures of the pages, to look at: `python -m tests.browser.screenshots [FOLDER]`, `var/screenshots` otherwise.

Every page is drawn in each language and theme at two widths, and `index.html` shows all of them side by side.
Those in the README show the table `follow` at 390 x 664 and 1280 x 720.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.browser.pages import LOCALES, list_members_pages, list_visitors_pages
from tests.browser.people import Person, run_chromium
from tests.browser.site import ROOT, Site, run_site, set_up
from tests.run_browser import ADVICE, find_chromium

WIDTHS = (390, 1280)
STYLE = "body { display: flex; flex-wrap: wrap; gap: 1rem } h2 { flex-basis: 100% } figure { margin: 0 }"


def main(folder: Path) -> None:
    program = find_chromium()
    if not program:
        sys.exit(ADVICE)
    folder.mkdir(parents=True, exist_ok=True)
    with (
        set_stage() as (var, scenes),
        run_site(var) as site,
        sync_playwright() as playwright,
        run_chromium(playwright, program) as browser,
    ):
        for language in LOCALES:
            take_pictures(browser, site, scenes, language, folder)
    write_sheet(folder)


@contextmanager
def set_stage() -> Iterator[tuple[Path, dict[str, Any]]]:
    """Give the folder of a site with people and games, which goes away in the end, and their names."""
    with tempfile.TemporaryDirectory() as var:
        yield Path(var), set_up(Path(var))


def write_sheet(folder: Path) -> None:
    """Write a page that shows all pictures side by side, by language, width and theme: `index.html`."""
    groups = [f"{language}-{width}-{theme}" for language in LOCALES for width in WIDTHS for theme in ("light", "dark")]
    sheets = "\n".join(
        f"<h2>{group}</h2>"
        + "".join(
            f'<figure><img src="{path.name}" height="600" loading="lazy"><figcaption>{path.stem}</figcaption></figure>'
            for path in sorted(folder.glob(f"{group}-*.png"))
        )
        for group in groups
    )
    (folder / "index.html").write_text(f"<!doctype html><style>{STYLE}</style>{sheets}", "utf-8")


def take_pictures(browser: Browser, site: Site, scenes: dict[str, Any], language: str, folder: Path) -> None:
    visitor, member = (Person(browser, site, locale=LOCALES[language]) for _ in range(2))
    take(visitor, list_visitors_pages(scenes, language), language, folder)
    member.sign_in("camille")
    take(member, list_members_pages(scenes), language, folder)


def take(person: Person, pages: dict[str, str], language: str, folder: Path) -> None:
    for name, path in pages.items():
        person.go(path)
        for width in WIDTHS:
            person.page.set_viewport_size({"width": width, "height": 844})
            for theme in ("light", "dark"):
                person.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
                picture = folder / f"{language}-{width}-{theme}-{name}.png"
                person.page.screenshot(path=picture, full_page=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.browser.screenshots", description=main.__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "var" / "screenshots")
    main(parser.parse_args().folder)
