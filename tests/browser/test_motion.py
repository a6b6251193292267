"""Things happen one after the other: what was played comes in turn, a finished trick stays, and a key shows the end."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.turns import FORM, is_over, start_game, take_turn
from tests.browser.waiting import answered

pytestmark = pytest.mark.browser

WATCH = """() => {
  window.shown = [];
  const note = () => ["ending", "to-come"].forEach(
    name => document.querySelector(`#board .${name}`) && window.shown.push(name));
  new MutationObserver(note).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""
TRICKS = 6
LAST_VOTES = {"reduce": "last_vote", "no-preference": "other_last_vote"}


def start(page: Page) -> None:
    """Start a game and watch what is shown of what others play."""
    page.goto("/")
    start_game(page)
    expect(page.locator("#mine .hand .card").first).to_be_visible()
    page.evaluate(WATCH)


def play_on(page: Page, dice: Random) -> set[str]:
    """Play some tricks, in the next game where one ends early; return what was shown on the way."""
    seen: set[str] = set()
    start(page)
    for _ in range(TRICKS):
        if is_over(page):
            start(page)
        take_turn(page, dice)
        seen |= {*page.evaluate("shown")}
    return seen


def test_what_others_play_comes_in_turn_and_a_finished_trick_stays_a_while(new_person: NewPerson) -> None:
    page = new_person(reduced_motion="no-preference").page
    assert play_on(page, Random(1)) == {"ending", "to-come"}
    expect(page.locator("#board .ending, #board .to-come")).to_have_count(0)
    expect(page.locator("#board .scene, #board .result").first).to_be_visible()


def test_the_first_trick_of_all_is_shown_as_it_was_played(member: NewPerson, scenes: Scenes) -> None:
    page = member(reduced_motion="no-preference").go(f"/g/{scenes['tables']['first_lead']}/")
    expect(page.locator(".scene")).to_have_count(0)
    page.evaluate(WATCH)
    take_turn(page, Random(1))
    # A trick that I took stays on the board by itself until I lead the next.
    do_i_lead = page.locator(f"{FORM} [name=mission]").count() > 0
    assert {*page.evaluate("shown")} == ({"to-come"} if do_i_lead else {"ending", "to-come"})


def test_any_key_shows_the_end(new_person: NewPerson) -> None:
    page, dice = new_person(reduced_motion="no-preference").page, Random(1)
    start(page)
    for _ in range(TRICKS):
        if is_over(page):
            start(page)
        take_turn(page, dice)
        if page.evaluate("shown.length"):
            break
    assert page.evaluate("shown.length")
    page.keyboard.press("Escape")
    assert page.locator("#board .ending, #board .to-come").count() == 0
    assert page.locator("#board .scene, #board .result").first.is_visible()


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_the_end_is_read_from_its_top_however_far_down_the_last_choice_was(
    member: NewPerson, scenes: Scenes, motion: str
) -> None:
    me = member(reduced_motion=motion, viewport={"width": 360, "height": 480})
    page = me.go(f"/g/{scenes['tables'][LAST_VOTES[motion]]}/")
    page.locator(f"{FORM} [name=against]").first.check(force=True)
    board = page.locator("#board")
    board.evaluate("board => scrollBy(0, board.getBoundingClientRect().bottom + 20)")
    assert board.evaluate("board => board.getBoundingClientRect().bottom") < 0
    # The browser's own press would bring the button into sight first, and the board with it.
    with answered(page):
        page.locator("#vote-button").evaluate("button => button.click()")
    assert is_over(page)
    expect(page.locator("#result-heading")).to_be_in_viewport(ratio=1)
    page.wait_for_function("() => scrollY === 0")


def test_with_reduced_motion_all_is_there_at_once(new_person: NewPerson) -> None:
    assert play_on(new_person().page, Random(1)) == set()


def test_a_card_is_played_with_two_keys_and_keys_are_listed(new_person: NewPerson) -> None:
    page, dice = new_person().page, Random(2)
    start(page)
    while page.locator(f"{FORM} [name=mission]").count():
        take_turn(page, dice)
        if is_over(page):
            start(page)
    page.reload()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    cards = page.locator("#mine .hand .card").count()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#mine input:checked")).to_have_count(1)
    while page.locator("#mine input:checked[aria-disabled]").count():
        page.keyboard.press("ArrowRight")
    with answered(page):
        page.keyboard.press("Enter")
    assert is_over(page) or page.locator("#mine .hand .card").count() == cards - 1


def test_my_role_is_shown_once_unasked(new_person: NewPerson) -> None:
    visitor = new_person(reveals=True)
    page = visitor.go("/")
    start_game(page)
    role = page.locator("#role .dossier")
    expect(role).to_be_visible()
    page.keyboard.press("Escape")
    expect(role).to_be_hidden()
    page.reload()
    expect(page.locator("#mine .hand .card").first).to_be_visible()
    expect(role).to_be_hidden()
