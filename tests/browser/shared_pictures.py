"""Draws what shared links and home screens show: `python -m tests.browser.shared_pictures`.

One picture a title, without a word of any game, one in each language for the case of the day, and the icons. They are
drawn from the templates of the first page, so run it again after changing those.
"""

import os
import re
import sys
import tempfile
from pathlib import Path

import django
from playwright.sync_api import Page, sync_playwright

from tests.browser.people import run_chromium
from tests.browser.png import shrink
from tests.browser.site import ROOT
from tests.run_browser import ADVICE, find_chromium

STATIC = ROOT / "static"
ICON_SIZES = (192, 512)
BADGE_SIZE = 96
BADGE = """<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="3 3 26 26">
<path d="M12.4 12V9.6A1.6 1.6 0 0 1 14 8h4a1.6 1.6 0 0 1 1.6 1.6V12" fill="none" stroke="#fff" stroke-width="2"/>
<path fill="#fff" fill-rule="evenodd" d="M8.2 11.4h15.6a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H8.2a2 2 0 0 1-2-2v-9
a2 2 0 0 1 2-2zM16 14.6a2.1 2.1 0 0 1 1.1 3.9l.7 3h-3.6l.7-3a2.1 2.1 0 0 1 1.1-3.9z"/></svg>"""
"""The briefcase of the icon in one colour. Phones show it in their status bar next to a notification."""
SPRITE = re.compile(r"[^\"]*/faces[^\"#]*\.svg")
LOOK = """
body { margin: 0; display: block; min-height: 0; width: 1200px; height: 630px; overflow: hidden; background: #e9e1cf; }
.sheet { display: grid; grid-template-columns: 5fr 6fr; align-items: center; gap: 40px; height: 630px;
  padding: 0 72px; }
.symbols { position: absolute; }
.brand { position: absolute; inset: 0 0 auto; max-width: none; height: 72px; padding: 14px 72px;
  background: #1f2a3a; color: #f4ecd9;
  font: 600 36px/44px Display; letter-spacing: .14em; text-transform: uppercase; }
h1 { margin-top: 60px; font-size: 112px; line-height: 1; color: #1d2129; overflow-wrap: normal; }
.rule-red { width: 150px; height: 14px; margin-top: 34px; background: #a81d29; }
.picture, .live-trick { margin-top: 60px; max-height: none; }
.live-trick :is(strong, .folder-tab, .stamp, .mark) { display: none; }
.live-end { margin-left: auto; }
"""


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "insidejob.settings.dev")
    django.setup()
    from django.conf import settings
    from django.utils.translation import gettext, override

    from games.rules.registry import TITLES
    from insidejob.embedded.static_files import collect_if_changed

    collect_if_changed()
    program = find_chromium()
    if not program:
        sys.exit(ADVICE)
    (STATIC / "img" / "og").mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, run_chromium(playwright, program) as browser, override("en"):
        page = browser.new_page(viewport={"width": 1200, "height": 630}, color_scheme="light")
        for title in TITLES.values():
            drawn = "home/scenes/trick" if title.NAME == "insidejob" else f"{title.FOLDER}/emblem"
            folder = ROOT / "games" / "titles" / title.FOLDER / "static" / "img" / "og"
            write_picture(page, drawn, title.TEXTS.name, folder / f"{title.NAME}.png")
        for language, _ in settings.LANGUAGES:
            with override(language):
                name, path = gettext("The case of the day"), STATIC / "img" / "og" / f"case-{language}.png"
                write_picture(page, "home/scenes/suspicion", name, path)
        for size in ICON_SIZES:
            write_icon(page, size, STATIC / "img" / f"icon-{size}.png")
        write_badge(page, STATIC / "img" / f"badge-{BADGE_SIZE}.png")


def write_picture(page: Page, scene: str, name: str, path: Path) -> None:
    from django.template.loader import render_to_string

    from games.tables.views.titles import CAST

    symbols = render_to_string("games/home/scenes/_symbols.html")
    # A browser takes no symbols from another file of the disk.
    picture = SPRITE.sub("", render_to_string(f"games/{scene}.html", {"cast": CAST}))
    sprite = (
        (STATIC / "img" / "faces.svg").read_text().replace("<svg ", '<svg class="symbols" width="0" height="0" ', 1)
    )
    text = f'<div><h1>{name}</h1><p class="rule-red"></p></div>'
    body = f'<p class="brand">Inside Job</p><div class="sheet">{text}{picture}</div>'
    look = "".join(f'<link rel="stylesheet" href="{STATIC / "css" / sheet}">' for sheet in ("site.css", "pages.css"))
    draw(page, f"<!doctype html>{look}<style>{LOOK}</style>{symbols}{sprite}{body}", path, 1200, 630)


def write_icon(page: Page, size: int, path: Path) -> None:
    """Draw the icon of the site at one size, with room around it for masks."""
    icon = (STATIC / "favicon.svg").read_text().replace("<svg ", f'<svg width="{size}" height="{size}" ', 1)
    icon = icon.replace('rx="6" ', "")
    draw(page, f"<!doctype html><style>body {{ margin: 0 }}</style>{icon}", path, size, size)


def write_badge(page: Page, path: Path) -> None:
    page.set_viewport_size({"width": BADGE_SIZE, "height": BADGE_SIZE})
    page.set_content(f"<!doctype html><style>body {{ margin: 0 }} svg {{ display: block }}</style>{BADGE}")
    page.screenshot(path=path, omit_background=True)


def draw(page: Page, html: str, path: Path, width: int, height: int) -> None:
    """Write what a page shows as a PNG of so many pixels."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "page.html"
        source.write_text(html)
        page.set_viewport_size({"width": width, "height": height})
        page.goto(source.as_uri())
        page.evaluate("document.fonts.ready")
        page.screenshot(path=path)
    shrink(path)


if __name__ == "__main__":
    main()
