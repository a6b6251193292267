"""Film strips for the README: `python -m tests.browser.film_strips` writes two into `docs/`.

`strip-trick.png` and `strip-vote.png` show a story of the table in six frames, side by side, on a phone.
"""

import base64
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, FloatRect, Page, ViewportSize, sync_playwright

from tests.browser.people import Person, run_chromium
from tests.browser.png import shrink
from tests.browser.screenshots import set_stage
from tests.browser.site import ROOT, run_site
from tests.browser.turns import FORM, pick_card, start_game
from tests.browser.waiting import answered
from tests.run_browser import ADVICE, find_chromium

FRAMES, FRAME_WIDTH = 6, 250
PHONE: ViewportSize = {"width": 390, "height": 844}
CLIP: FloatRect = {"x": 0, "y": 48, "width": 390, "height": 480}
HELD = "document.querySelectorAll('[data-held], [data-until]').length"
IS_TOLD = "!document.documentElement.hasAttribute('data-telling')"
LOOK = """body { margin: 0; display: flex; gap: 8px; width: max-content; padding: 8px; background: #ded5bf }
img { display: block; border: 1px solid #7a7361; border-radius: 6px }"""


def main() -> None:
    program = find_chromium()
    if not program:
        sys.exit(ADVICE)
    with (
        set_stage() as (var, scenes),
        run_site(var) as site,
        sync_playwright() as playwright,
        run_chromium(playwright, program) as browser,
    ):
        options: dict[str, Any] = {"viewport": PHONE, "reduced_motion": "no-preference", "color_scheme": "light"}
        guest, member = (Person(browser, site, **options) for _ in range(2))
        guest.go("/")
        start_game(guest.page)
        write_strip(browser, film(guest.page, play_card), ROOT / "docs" / "strip-trick.png")
        member.sign_in("camille")
        member.go(f"/g/{scenes['tables']['other_last_vote']}/")
        write_strip(browser, film(member.page, vote), ROOT / "docs" / "strip-vote.png")


def play_card(page: Page) -> None:
    pick_card(page, Random(3))
    with answered(page):
        page.locator("#play-button").click()


def vote(page: Page) -> None:
    page.locator(f"{FORM} [name=against]").first.check(force=True)
    with answered(page):
        page.locator("#vote-button").click()


def film(page: Page, act: Callable[[Page], None]) -> list[bytes]:
    """Return a few pictures of the story that follows an act, from its first moment to its last."""
    act(page)
    page.evaluate("scrollTo(0, 0)")
    taken: dict[int, bytes] = {}
    while not page.evaluate(IS_TOLD):
        # The last picture of each beat, when what it shows has come to rest.
        taken[page.evaluate(HELD)] = page.screenshot(clip=CLIP)
    frames = [*taken.values(), page.screenshot(clip=CLIP)]
    return [frames[round(at * (len(frames) - 1) / (FRAMES - 1))] for at in range(FRAMES)]


def write_strip(browser: Browser, frames: list[bytes], path: Path) -> None:
    """Write pictures side by side as one PNG."""
    page = browser.new_page(viewport={"width": FRAMES * (FRAME_WIDTH + 10) + 8, "height": 400})
    pictures = "".join(
        f'<img width="{FRAME_WIDTH}" src="data:image/png;base64,{base64.b64encode(frame).decode()}">'
        for frame in frames
    )
    page.set_content(f"<style>{LOOK}</style>{pictures}")
    page.locator("body").screenshot(path=path)
    page.close()
    shrink(path)


if __name__ == "__main__":
    main()
