"""Who sits where is told, too: players slide to the places of a new mission, and nobody jumps."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import hide
from tests.browser.conftest import NewPerson
from tests.browser.turns import FORM, is_over, is_vote, pick_card, start_game
from tests.browser.waiting import answered

pytestmark = pytest.mark.browser
TOLD = "html:not([data-telling])"
TURNS, FAR = 12, 20
"""How many turns it may take until the order changes; how many pixels a player then moves at least."""
NOTE_SLIDES = """() => {
  window.slides = [];
  const animate = Element.prototype.animate;
  const placeOf = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  Element.prototype.animate = function (...how) {
    const { from } = this.dataset, ends = placeOf(this), motion = animate.apply(this, how);
    const old = this.matches(".player") && document.querySelector(`[id="${from}"], [data-was-id="${from}"]`);
    if (old) window.slides.push([placeOf(old), placeOf(this), ends]);
    return motion;
  };
}"""
"""Note for each player where they stood before a new mission, where they begin to slide, and where they will stand."""
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


Place = tuple[float, float]


def is_near(one: Place, other: Place, pixels: float = 2) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= pixels


def play_until_the_order_changes(page: Page) -> list[tuple[Place, Place, Place]]:
    """Play until a mission begins with the players in another order; return their places, as `NOTE_SLIDES` has them."""
    dice = Random(3)
    for _ in range(TURNS):
        if page.url == "about:blank" or is_over(page) or is_vote(page):
            page.goto("/")
            start_game(page)
            page.evaluate(NOTE_SLIDES)
        expect(page.locator(f"{FORM} [name=card]").first).to_be_attached()
        pick_card(page, dice)
        with answered(page):
            page.locator("#play-button").click()
        expect(page.locator(TOLD)).to_have_count(1)
        slides: list[tuple[Place, Place, Place]] = page.evaluate("slides")
        if any(not is_near(was, ends, FAR) for was, _, ends in slides):
            return slides
    raise AssertionError("the order never changed")


def test_players_slide_to_their_new_places_when_their_order_changes(new_person: NewPerson) -> None:
    slides = play_until_the_order_changes(new_person(reduced_motion="no-preference").page)
    jumps = [(was, starts) for was, starts, _ in slides if not is_near(was, starts)]
    assert jumps == []


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
