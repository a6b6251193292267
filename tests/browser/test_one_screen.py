"""Everything that a turn needs is on one screen, without scrolling: measured, at the fullest tables there are."""

from collections.abc import Iterator

import pytest

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.pages import LOCALES
from tests.browser.people import Person
from tests.browser.waiting import settle

pytestmark = pytest.mark.browser
Screen = tuple[int, int]
Screens = tuple[Screen, ...]

PHONES = ((390, 664), (360, 616))
"""With the browser's bars shown."""
WIDE = ((1280, 720), (1440, 900), (1920, 1080))
MAX_BAND = 110
"""Pixels of height that may stay empty above or below the trick on a wide screen."""
MEASURE = """() => {
  const faults = [];
  const seen = (element, what) => {
    const box = element.getBoundingClientRect();
    const isWithin = box.top > -.5 && box.bottom < innerHeight + .5;
    if (!isWithin) faults.push(`${what} at ${Math.round(box.top)}-${Math.round(box.bottom)}`);
    return box;
  };
  const status = seen(document.querySelector("#status"), "status");
  const board = seen(document.querySelector("#board"), "board");
  const dock = seen(document.querySelector("#mine"), "dock");
  if (board.top < status.bottom - .5) faults.push("the board starts under the status");
  const hidden = Math.round(board.bottom - dock.top);
  if (hidden > 0) faults.push(`${hidden} px of the board under the dock`);
  const isFolded = (element) => element.closest("details:not([open])") !== null;
  for (const button of document.querySelectorAll("#mine .act .button")) if (!isFolded(button)) seen(button, "button");
  for (const card of document.querySelectorAll("#mine .pick")) seen(card, "card");
  // Where eight players speak, the board alone scrolls.
  const doesScroll = getComputedStyle(document.querySelector("#board")).overflowY === "auto";
  if (!doesScroll) for (const scene of document.querySelectorAll("#board [data-play]")) seen(scene, "what was played");
  const prepare = document.querySelector("#premove");
  if (prepare) {
    prepare.open = true;
    const form = prepare.querySelector("form");
    seen(form, "what may be prepared");
    if (form.scrollHeight > form.clientHeight + 1) faults.push("what may be prepared scrolls");
    for (const control of prepare.querySelectorAll("summary, select, input[type=text], button"))
      if (seen(control, control.id).height < 43.5) faults.push(`${control.id} is too low to be pressed`);
    prepare.open = false;
  }
  return faults;
}"""
# Empty height above and below the trick, and how often each player is shown at a vote.
FILL = """(limit) => {
  const faults = [];
  const box = (selector) => document.querySelector(selector)?.getBoundingClientRect();
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
  for (const part of [".seat-name", ".verdict-reason", ".ballot"]) {
    const parts = [...document.querySelectorAll(`.verdict ${part}`)];
    const lefts = parts.map(element => Math.round(element.getBoundingClientRect().left));
    if (new Set(lefts).size > 1) faults.push(`${part} starts at ${lefts}`);
  }
  return faults;
}"""
SIZES = """([face, card, hand, intel]) => {
  const faults = [];
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
  // Larry's cards leave less room, and twelve cards stay in one row.
  const isLarry = document.querySelector(".larry") !== null;
  if (!isLarry) measure("#mine .hand:not(:has(> :nth-child(12))) .card", hand, "a card of the hand");
  return [...new Set(faults)];
}"""
LEAST = {
    (1280, 720): (54, (80, 110), (76, 106), 20),
    (1440, 900): (80, (120, 168), (76, 105), 20),
    (1920, 1080): (104, (156, 218), (89, 124), 20),
}
"""Pixels of a face, a played card, a card of the hand, and intel."""
REACH = """() => [...document.querySelectorAll("#mine .act .button")]
  .filter(button => !button.closest("details:not([open])"))
  .filter(button => button.getBoundingClientRect().bottom > innerHeight + .5)
  .map(button => button.outerHTML.slice(0, 80))"""


def show(player: Person, code: str, *kinds: Screens) -> Iterator[Screen]:
    """Show a table on each screen, one after the other: it is loaded once for each kind."""
    for kind in kinds:
        for number, (width, height) in enumerate(kind):
            player.page.set_viewport_size({"width": width, "height": height})
            if number == 0:
                settle(player.go(f"/g/{code}/"))
            yield width, height


@pytest.mark.parametrize("language", LOCALES)
def test_what_a_turn_needs_fits_on_one_screen(language: str, member: NewPerson, scenes: Scenes) -> None:
    player = member("bartholomew.featherstone", locale=LOCALES[language])
    faults = []
    for name, code in scenes["crowds"].items():
        for screen in show(player, code, PHONES, WIDE):
            assert player.page.locator("#premove").count() == ("wait" in name)
            found = player.page.evaluate(MEASURE)
            found += player.page.evaluate(ONCE)
            if screen in WIDE:
                found += player.page.evaluate(FILL, MAX_BAND)
                if name.startswith(("follow", "wait_")):
                    found += player.page.evaluate(SIZES, LEAST[screen])
            faults += [f"{name} at {screen}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)


def test_at_320_px_and_twice_the_size_the_button_stays_within_reach(member: NewPerson, scenes: Scenes) -> None:
    player = member("bartholomew.featherstone")
    faults = []
    # A screen of 640 x 1136 at 200 % is one of 320 x 568 to the page.
    player.page.set_viewport_size({"width": 320, "height": 568})
    for name, code in scenes["crowds"].items():
        settle(player.go(f"/g/{code}/"))
        faults += [f"{name}: {fault}" for fault in player.page.evaluate(REACH)]
    assert not faults, "\n".join(faults)


def test_rows_of_a_result_are_a_grid_on_wide_screens(member: NewPerson, scenes: Scenes) -> None:
    player = member()
    faults = []
    for name in ("result", "verdicts", "larrys_end"):
        for screen in show(player, scenes["tables"][name], WIDE):
            assert player.page.locator(".verdict").count() > 1
            faults += [f"{name} at {screen}: {fault}" for fault in player.page.evaluate(GRID)]
    assert not faults, "\n".join(faults)


def test_spectators_see_as_large_a_board(new_person: NewPerson, scenes: Scenes) -> None:
    visitor = new_person()
    faults = []
    for (width, height), least in LEAST.items():
        visitor.page.set_viewport_size({"width": width, "height": height})
        settle(visitor.go(f"/watch/{scenes['watched']['insidejob']}/"))
        assert visitor.page.locator("#board .ring .slot").count()
        faults += [f"{width} x {height}: {fault}" for fault in visitor.page.evaluate(SIZES, least)]
    assert not faults, "\n".join(faults)
