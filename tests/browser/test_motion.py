"""Things happen one after the other: what was played comes in turn, a finished trick stays, and a key shows the end."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.turns import FORM, is_over, take_turn

pytestmark = pytest.mark.browser

WATCH = """() => {
  window.shown = [];
  const note = () => ["ending", "to-come"].forEach(
    name => document.querySelector(`#board .${name}`) && window.shown.push(name));
  new MutationObserver(note).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""
TRICKS = 6


def start(new_person: NewPerson, **options: str) -> Page:
    page = new_person(**options).go("/")
    page.locator(".hero-button").click()
    expect(page.locator("#mine .hand .card").first).to_be_visible()
    page.evaluate(WATCH)
    return page


def play_on(page: Page, dice: Random) -> None:
    """Play some tricks, or as many as the game has."""
    for _ in range(TRICKS):
        if is_over(page):
            break
        take_turn(page, dice)


def test_what_others_play_comes_in_turn_and_a_finished_trick_stays_a_while(new_person: NewPerson) -> None:
    page, dice = start(new_person, reduced_motion="no-preference"), Random(1)
    play_on(page, dice)
    assert {*page.evaluate("shown")} == {"ending", "to-come"}
    expect(page.locator("#board .ending, #board .to-come")).to_have_count(0, timeout=15_000)
    expect(page.locator("#board .scene, #board .result").first).to_be_visible()


def test_the_first_trick_of_all_is_shown_as_it_was_played(new_person: NewPerson, scenes: Scenes) -> None:
    me = new_person(reduced_motion="no-preference")
    me.sign_in(scenes["email"], scenes["password"])
    page = me.go(f"/g/{scenes['tables']['first_lead']}/")
    expect(page.locator(".scene")).to_have_count(0)
    page.evaluate(WATCH)
    take_turn(page, Random(1))
    assert {*page.evaluate("shown")} == {"ending", "to-come"}


def test_any_key_shows_the_end(new_person: NewPerson) -> None:
    page, dice = start(new_person, reduced_motion="no-preference"), Random(1)
    for _ in range(TRICKS):
        take_turn(page, dice)
        page.wait_for_timeout(100)
        if page.evaluate("shown.length") or is_over(page):
            break
    assert page.evaluate("shown.length")
    page.keyboard.press("Escape")
    assert page.locator("#board .ending, #board .to-come").count() == 0
    assert page.locator("#board .scene, #board .result").first.is_visible()


def test_with_reduced_motion_all_is_there_at_once(new_person: NewPerson) -> None:
    page, dice = start(new_person), Random(1)
    play_on(page, dice)
    assert page.evaluate("shown") == []


def test_a_card_is_played_with_two_keys_and_keys_are_listed(new_person: NewPerson) -> None:
    page, dice = start(new_person), Random(2)
    while page.locator(f"{FORM} [name=mission]").count():
        take_turn(page, dice)
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
    page.keyboard.press("Enter")
    expect(page.locator("#mine .hand .card")).to_have_count(cards - 1)


def test_my_role_is_shown_once_unasked(new_person: NewPerson) -> None:
    visitor = new_person(reveals=True)
    page = visitor.go("/")
    page.locator(".hero-button").click()
    role = page.locator("#role .dossier")
    expect(role).to_be_visible()
    page.keyboard.press("Escape")
    expect(role).to_be_hidden()
    page.reload()
    expect(page.locator("#mine .hand .card").first).to_be_visible()
    expect(role).to_be_hidden()
