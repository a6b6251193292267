"""Everything that a turn needs is on one screen, and nothing covers it: measured at the fullest tables there are."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.checks import LONGEST
from tests.browser.conftest import NewPerson, Scenes
from tests.browser.pages import LOCALES
from tests.browser.people import Person
from tests.browser.waiting import is_answer_to_move, settle, settle_loaded

pytestmark = pytest.mark.browser
Screen = tuple[int, int]

SCREENS: tuple[Screen, ...] = (
    (360, 616), (390, 664), (390, 844), (844, 390),
    (1280, 650), (1280, 720), (1366, 650), (1440, 780), (1440, 900), (1920, 1080),
)  # fmt: skip
"""Phones with the browser's bars shown, without them, and held across; laptops; a large screen."""
TIGHT: tuple[Screen, ...] = ((360, 616), (390, 664), (844, 390), (1280, 650), (1920, 1080))
WIDE: tuple[Screen, ...] = ((1280, 720), (1440, 900), (1920, 1080))
HALF: ViewportSize = {"width": 320, "height": 568}
"""What a screen of 640 x 1136 at 200 % is to the page. The button alone stays within reach there."""
MAX_BAND = 110
"""Pixels of height that may stay empty above or below the trick on a wide screen."""
COVERED = (Path(__file__).parent / "layout.js").read_text()
COUNT = "selector => document.querySelectorAll(selector).length"
READ_ROLE = """() => {
  for (const sheet of document.querySelectorAll("dialog[open]")) sheet.close();
  for (const sheet of document.querySelectorAll("details.chip[open]:not(.premove)")) sheet.open = false;
}"""
# What is sent is refused: nothing is chosen.
SEND_NOTHING = """() => {
  const form = document.querySelector("#choice-form");
  form.noValidate = true;
  for (const chosen of form.querySelectorAll(":checked")) chosen.checked = false;
  form.requestSubmit();
}"""
# Empty height above and below the trick, and how often each player is shown at a vote.
FILL = """(limit) => {
  const faults = [];
  const box = (selector) => document.querySelector(selector)?.getBoundingClientRect();
  if (document.querySelector(".leads")) return []; // There is text below the trick.
  const [ring, above, dock] = ["#board .ring:has(.slot)", "#board .folder", "#mine"].map(box);
  if (ring && above) {
    const bands = [ring.top - above.bottom, dock.top - ring.bottom].map(Math.round);
    if (Math.max(...bands) > limit) faults.push(`${bands} px above and below the trick`);
  }
  return faults;
}"""
ONCE = """() => {
  const faults = [];
  const textOf = (element) => element.textContent.trim();
  if (document.querySelector("#mine .line-up [name=against]")) {
    const seen = [...document.querySelectorAll(".play :is(.player-name, .suspect .who)")].map(textOf);
    if (new Set(seen).size !== seen.length) faults.push(`shown twice at a vote: ${seen}`);
  }
  return faults;
}"""
GRID = """() => {
  const faults = [];
  for (const part of [".seat-name", ".ballot"]) {
    const parts = [...document.querySelectorAll(`.verdict ${part}`)];
    const lefts = parts.map(element => Math.round(element.getBoundingClientRect().left));
    if (new Set(lefts).size > 1) faults.push(`${part} starts at ${lefts}`);
  }
  return faults;
}"""
SIZES = """([face, card, hand, intel]) => {
  const faults = [];
  // What is to be chosen or read there needs the room.
  if (document.querySelector("#mine :is(.offer, .suspect, .back, #choice-error, #tip)")) return [];
  const measure = (selector, [width, height], what) => {
    for (const element of document.querySelectorAll(selector)) {
      const box = element.getBoundingClientRect();
      if (box.width && (box.width < width - .5 || box.height < height - .5))
        faults.push(`${what} of ${Math.round(box.width)} x ${Math.round(box.height)}`);
    }
  };
  measure("#board .ring:has(.slot) .face", [face, face], "a face");
  measure("#board .ring .slot .card", card, "a played card");
  measure("#board .ring:has(.slot) .intel", [intel, intel / 2], "intel");
  // Twelve cards stay in one row.
  measure("#mine .hand:not(:has(> :nth-child(12))) .card", hand, "a card of the hand");
  return [...new Set(faults)];
}"""
LEAST = {
    (1280, 720): (54, (80, 110), (70, 90), 20),
    (1440, 900): (80, (120, 168), (70, 105), 20),
    (1920, 1080): (110, (120, 168), (110, 168), 20),
}
"""Pixels of a face, a played card, a card of the hand, and intel."""
REACH = """() => [...document.querySelectorAll("#mine .act .button")]
  .filter(button => !button.closest("details:not([open])"))
  .filter(button => button.getBoundingClientRect().bottom > innerHeight + .5)
  .map(button => button.outerHTML.slice(0, 80))"""


def find_faults(page: Page, screens: tuple[Screen, ...] = SCREENS) -> list[str]:
    """Return what is covered on each screen, as which a page is shown one after the other."""
    faults = []
    for width, height in screens:
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate(COVERED)
        if (width, height) in LEAST:
            found += page.evaluate(SIZES, LEAST[width, height]) + page.evaluate(FILL, MAX_BAND)
        faults += [f"{width} x {height}: {fault}" for fault in found]
    return faults


def fetch_premove_form(page: Page) -> None:
    """Unfold what may be prepared once, if anything may be, because its form comes then."""
    if page.evaluate(COUNT, "#premove"):
        page.locator("#premove").evaluate("premove => premove.open = true")
        expect(page.locator("form#premove-form")).to_be_visible()
        page.locator("#premove").evaluate("premove => { premove.open = false; scrollTo(0, 0); }")
        settle(page)


def look(player: Person, name: str, code: str, screens: tuple[Screen, ...], *, is_refused: bool) -> list[str]:
    """Return the faults of a table on these screens, and on tight ones with an error if something is refused there."""
    # Talk opens by itself on a wide screen, and would then cover a phone's.
    player.page.set_viewport_size({"width": 360, "height": 616})
    player.site.pass_time("present", code)
    page = player.go(f"/g/{code}/")
    settle_loaded(page)
    assert page.evaluate(COUNT, "#premove") == ("wait" in name)
    fetch_premove_form(page)
    assert page.evaluate(COUNT, "#together > *"), "not all are there"
    page.evaluate(READ_ROLE)
    faults = find_faults(page, screens) + page.evaluate(ONCE)
    page.set_viewport_size(HALF)
    faults += [f"at 320 px, {fault} is out of reach" for fault in page.evaluate(REACH)]
    if is_refused and page.evaluate(COUNT, "#choice-form"):
        with page.expect_response(is_answer_to_move):
            page.evaluate(SEND_NOTHING)
        settle(page)
        expect(page.locator("#choice-error")).to_be_visible()
        player.forget_refused(code)
        faults += [f"with an error, {fault}" for fault in find_faults(page, TIGHT)]
    return [f"{name}, {fault}" for fault in faults]


@pytest.mark.parametrize("language", LOCALES)
def test_nothing_covers_what_a_turn_needs(language: str, member: NewPerson, scenes: Scenes) -> None:
    """French has the longer texts and is shown on every screen, and with an error; English on the tight ones."""
    player = member("bartholomew.featherstone", locale=LOCALES[language])
    is_longest = language == LONGEST
    screens = SCREENS if is_longest else TIGHT
    faults = []
    for name, code in scenes["crowds"].items():
        faults += look(player, name, code, screens, is_refused=is_longest)
    assert not faults, "\n".join(faults)


def test_tips_cover_nothing(member: NewPerson, scenes: Scenes) -> None:
    faults = []
    for name, code in scenes["newcomers"].items():
        player = member(name, locale=LOCALES["fr"])
        faults += look(player, name, code, TIGHT, is_refused=False)
        expect(player.page.locator("#tip")).to_be_visible()
    assert not faults, "\n".join(faults)


def test_replays_and_cases_cover_nothing(member: NewPerson, scenes: Scenes) -> None:
    player = member(locale=LOCALES["fr"])
    faults = []
    table = f"/g/{scenes['tables']['result']}"
    for path in (f"{table}/replay/?scene=3", f"{table}/replay/12/", f"{table}/replay/13/", "/case/2/", "/case/3/"):
        page = player.go(path)
        settle(page)
        faults += [f"{path}, {fault}" for fault in find_faults(page)]
    assert not faults, "\n".join(faults)


def show(player: Person, code: str) -> Iterator[Screen]:
    """Show a table on each wide screen, one after the other."""
    settle(player.go(f"/g/{code}/"))
    for width, height in WIDE:
        player.page.set_viewport_size({"width": width, "height": height})
        yield width, height


def test_rows_of_a_result_are_a_grid_on_wide_screens(member: NewPerson, scenes: Scenes) -> None:
    player = member()
    faults = []
    for name in ("result", "verdicts", "larrys_end"):
        for screen in show(player, scenes["tables"][name]):
            assert player.page.locator(".verdict").count() > 1
            faults += [f"{name} at {screen}: {fault}" for fault in player.page.evaluate(GRID)]
    assert not faults, "\n".join(faults)


def test_spectators_see_as_large_a_board(new_person: NewPerson, scenes: Scenes) -> None:
    visitor = new_person()
    faults = []
    settle(visitor.go(f"/watch/{scenes['watched']['insidejob']}/"))
    for (width, height), least in LEAST.items():
        visitor.page.set_viewport_size({"width": width, "height": height})
        assert visitor.page.locator("#board .ring .slot").count()
        faults += [f"{width} x {height}: {fault}" for fault in visitor.page.evaluate(SIZES, least)]
    assert not faults, "\n".join(faults)
