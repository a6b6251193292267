"""The end is read from its top, and a card is played by keys."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.turns import FORM, is_over, start_game, take_turn
from tests.browser.waiting import answered

pytestmark = pytest.mark.browser


def start(page: Page) -> None:
    """Start a game."""
    page.goto("/")
    start_game(page)
    expect(page.locator("#mine .hand .card").first).to_be_visible()


def test_the_end_is_read_from_its_top_however_far_down_the_last_choice_was(member: NewPerson, scenes: Scenes) -> None:
    me = member("prosper", viewport={"width": 360, "height": 480})
    page = me.go(f"/g/{scenes['alone']['vote_at_the_top']}/")
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


def test_the_hand_stays_where_it_is_when_the_log_grows(new_person: NewPerson) -> None:
    page = new_person(viewport={"width": 390, "height": 844}).page
    start(page)
    hand = page.locator("#mine .hand")
    before = hand.bounding_box()
    page.locator("#panel").evaluate("panel => { panel.style.minHeight = '100vh'; }")
    assert hand.bounding_box() == before


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
