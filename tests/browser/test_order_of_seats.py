"""Who sits where is told, too: players slide to the places of a new mission, and nobody jumps."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.acts import hide
from tests.browser.conftest import NewPerson, Scenes
from tests.browser.turns import FORM, is_over, is_vote, pick_card, start_game, take_turn
from tests.browser.waiting import LOOK_AGAIN, answered, put_away_tips

pytestmark = pytest.mark.browser
TOLD = "html:not([data-telling])"
TURNS, FAR, STEPS = 12, 20, 12
"""How many turns it may take until the order changes; how many pixels a player then moves aside at least; steps of a
replay."""
HOLD_SLIDES = """() => {
  const findPlaces = () => Object.fromEntries([...document.querySelectorAll("[data-glide]")]
    .filter((element) => element.getClientRects().length && !element.closest("[data-held], .was"))
    .map((element) => [element.dataset.glide, element.getBoundingClientRect()])
    .map(([name, { left, top }]) => [name, [left, top]]));
  const isFar = ([left, top], [x, y]) => Math.max(Math.abs(left - x), Math.abs(top - y)) > 3;
  Object.assign(window, { findPlaces, jumps: [], slides: 0 });
  let places = findPlaces();
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const motion = animate.apply(this, how);
    if (this.dataset.glide) {
      window.slides += 1;
      motion.pause();
    }
    return motion;
  };
  const compare = () => {
    if (!("telling" in document.documentElement.dataset)) return;
    for (const [name, place] of Object.entries(findPlaces())) {
      if (places[name] && isFar(places[name], place)) window.jumps.push([name, places[name], place]);
      places[name] = place;
    }
  };
  new MutationObserver(compare).observe(document, { attributes: true, childList: true, subtree: true });
  for (const name of ["htmx:beforeSwap", "story"])
    document.addEventListener(name, () => {
      places = findPlaces();
    }, true);
}"""
"""Hold everything that slides where it begins to: then nothing leaves its place before the story has ended.

What does all the same has jumped, and is noted, however slow the machine.
"""
NOTE_ORDER = """() => {
  window.orders = [];
  const note = () => {
    const sides = [...document.querySelectorAll(".who:not(.was, .was *)")]
      .map((side) => [side.getBoundingClientRect().top, side.id]);
    window.orders.push(sides.sort(([a], [b]) => a - b).map(([, id]) => id).join(" above "));
    requestAnimationFrame(note);
  };
  note();
}"""
"""Note in each frame which of the two sides of T.A.R.G.E.T. stands above the other."""


PHONE: ViewportSize = {"width": 390, "height": 844}


def check_slides(page: Page) -> None:
    """Wait until a story has ended, and fail if something jumped in it, or nothing slid."""
    expect(page.locator(TOLD)).to_have_count(1)
    assert page.evaluate("jumps") == []
    assert page.evaluate("slides") > 0


def play_until_the_order_changes(page: Page) -> None:
    """Play until a mission begins with the players in another order."""
    dice = Random(3)
    for _ in range(TURNS):
        if page.url == "about:blank" or is_over(page) or is_vote(page):
            page.goto("/")
            start_game(page)
            page.evaluate(HOLD_SLIDES)
        expect(page.locator(f"{FORM} [name=card]").first).to_be_attached()
        pick_card(page, dice)
        before = page.evaluate("findPlaces()")
        with answered(page):
            page.locator("#play-button").click()
        expect(page.locator(TOLD)).to_have_count(1)
        after = page.evaluate("findPlaces()")
        if any(abs(before[seat][0] - after[seat][0]) > FAR for seat in before.keys() & after.keys()):
            return
    raise AssertionError("the order never changed")


@pytest.mark.parametrize("viewport", [PHONE, {"width": 1280, "height": 720}])
def test_players_slide_to_their_places_in_a_new_mission(new_person: NewPerson, viewport: ViewportSize) -> None:
    page = new_person(viewport=viewport, reduced_motion="no-preference").page
    play_until_the_order_changes(page)
    check_slides(page)


def press_unscrolled(page: Page) -> None:
    """Send a choice from the top of the page: the browser's own press would scroll it, and its answer scroll back."""
    page.evaluate("scrollTo(0, 0)")
    with answered(page):
        page.locator("#choice-form .button.primary").evaluate("button => button.click()")
    expect(page.locator(TOLD)).to_have_count(1)


def test_players_slide_while_words_are_said_and_fingers_fly(new_person: NewPerson) -> None:
    """In Rendezvous a second word makes a row higher, and the next round has another order."""
    page, words = new_person(viewport=PHONE, reduced_motion="no-preference").page, iter(("Mond", "Katze", "Nacht"))
    page.goto("/")
    start_game(page, "#play-rendezvous")
    page.evaluate(HOLD_SLIDES)
    while not page.locator("[name=at]").count():
        put_away_tips(page)
        if page.locator("[name=number]").count():
            page.locator("[name=number]").first.check(force=True)
        else:
            page.fill("#choice-form input[name=word]", next(words))
        press_unscrolled(page)
    for place in range(2):
        page.locator("[name=at]").nth(place).check(force=True)
    press_unscrolled(page)
    check_slides(page)


def test_players_slide_for_a_spectator(member: NewPerson, new_person: NewPerson, scenes: Scenes) -> None:
    code = scenes["alone"]["seats_watched"]
    page = new_person(viewport={"width": 1280, "height": 720}, reduced_motion="no-preference").go(f"/watch/{code}/")
    page.evaluate(HOLD_SLIDES)
    take_turn(member("rosalie").go(f"/g/{code}/"), Random(2))
    page.evaluate(LOOK_AGAIN)
    page.wait_for_function("() => window.slides > 0")
    check_slides(page)


@pytest.mark.parametrize("table", ["result", "rdv_result", "target_result"])
def test_players_slide_in_a_replay(member: NewPerson, scenes: Scenes, table: str) -> None:
    """A step tells in one line or in three what happens, and so moves the board."""
    page = member(viewport=PHONE, reduced_motion="no-preference").go(f"/g/{scenes['tables'][table]}/replay/")
    page.evaluate(HOLD_SLIDES)
    for step in range(1, STEPS + 1):
        page.keyboard.press("ArrowRight")
        expect(page).to_have_url(re.compile(f"/{step}/"))
        expect(page.locator(TOLD)).to_have_count(1)
    check_slides(page)


def test_both_sides_keep_their_order_while_a_shot_and_its_answer_are_told(new_person: NewPerson) -> None:
    """In T.A.R.G.E.T. the turn goes from one side to the other and back, and mine stays below."""
    page = new_person(reduced_motion="no-preference").page
    page.goto("/")
    start_game(page, "#play-target")
    hide(page, "258")
    expect(page.locator(TOLD)).to_have_count(1)
    page.locator("#mine .spy-pick [name=spy]").first.check(force=True)
    page.locator("[name=target]").first.check(force=True)
    page.evaluate(NOTE_ORDER)
    with answered(page):
        page.locator("#turn-button").click()
    expect(page.locator(TOLD)).to_have_count(1)
    assert set(page.evaluate("orders")) == {"who-1 above who-0"}
