"""T.A.R.G.E.T. in two browsers, small screens and large: a whole game, marks that stay, nothing begun that is lost."""

from random import Random

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from tests.browser.checks import find_layout_faults
from tests.browser.conftest import NewPerson, Scenes
from tests.browser.people import Person
from tests.browser.turns import (
    FORM,
    NEWS_WITHIN,
    RESULT,
    is_asked,
    is_over,
    look_again,
    pick,
    say,
    version,
    wait_for_news,
)

pytestmark = pytest.mark.browser

SMALL: ViewportSize = {"width": 390, "height": 844}
LARGE: ViewportSize = {"width": 1280, "height": 720}
QUESTIONS = {"hand": ("spy", "target"), "hideout": ("own", "target"), "swap": ("own", "spy", "token")}
"""What is asked of each kind of turn."""


def sit_down(new_person: NewPerson, scenes: Scenes, table: str, friends_screen: ViewportSize = SMALL) -> list[Person]:
    """Let two people open the page of a table, the first of them on a small screen."""
    people = []
    for email, screen in ((scenes["email"], SMALL), (scenes["friend"], friends_screen)):
        person = new_person(viewport=screen)
        person.sign_in(email, scenes["password"])
        person.choose_language("en")
        person.go(f"/g/{scenes['tables'][table]}/")
        people.append(person)
    return people


def test_two_people_play_to_the_end_on_a_small_screen_and_a_large_one(new_person: NewPerson, scenes: Scenes) -> None:
    pages = [person.page for person in sit_down(new_person, scenes, "target", LARGE)]
    hide(pages[0], "258")
    since = version(pages[0])
    hide(pages[1], "147")
    look_again(pages[0], since)
    dice, checked = Random(5), False
    while not all(is_over(page) for page in pages):
        mover = next(page for page in pages if is_asked(page))
        waiter = next(page for page in pages if page is not mover)
        since = version(waiter)
        take_turn(mover, dice)
        look_again(waiter, since)
        if not checked and mover.locator(".answers").count():
            screen = mover.viewport_size
            assert screen is not None
            assert find_layout_faults(mover) == []
            mover.set_viewport_size(screen)
            checked = True
    assert checked
    for page in pages:
        expect(page.locator(f"{RESULT} h2")).to_contain_text(expected_heading(page))
        expect(page.locator(".hideout")).to_have_count(6)
        expect(page.locator(".card.back")).to_have_count(0)
        expect(page.locator("#choice-form")).to_have_count(0)


def hide(page: Page, spies: str) -> None:
    """Hide three spies, from left to right."""
    for place, spy in enumerate(spies):
        page.select_option(f"#spy{place}", spy)
    with page.expect_response(lambda response: response.url.endswith("/move/")):
        page.locator("#hide-button").click()


def take_turn(page: Page, dice: Random) -> None:
    """Make some legal move and wait until the table has taken it."""
    asked = page.locator(f"{FORM} [name=decision]").input_value()
    if page.locator("#refill-button").count():
        pick(page, "spy", dice)
        page.locator("#refill-button").click()
    else:
        action = pick(page, "action", dice)
        for name in QUESTIONS[action]:
            expect(page.locator(f"{FORM} fieldset:visible")).to_have_count(1 + len(QUESTIONS[action]))
            pick(page, name, dice, ":visible")
        page.locator("#turn-button").click()
    expect(page.locator(f"{FORM} [name=decision][value='{asked}']")).to_have_count(0)


def expected_heading(page: Page) -> str:
    """Return what the result must say to the player of a page, by who is marked as the winner."""
    if not page.locator(".side .tag.turn").count():
        return "Nobody wins."
    return "You win!" if page.locator(".side.me .tag.turn").count() else "You lose this time."


def test_what_is_struck_out_stays_and_what_is_half_chosen_is_not_lost(new_person: NewPerson, scenes: Scenes) -> None:
    me, friend = sit_down(new_person, scenes, "target_turn")
    boxes = me.page.locator("[name=mark]")
    struck = [boxes.nth(number).get_attribute("id") for number in (0, boxes.count() - 1)]
    for name in struck:
        with me.page.expect_response(lambda response: response.url.endswith("/marks/")) as answer:
            me.page.locator(f"#{name}").check()
        assert answer.value.status == 204
    me.page.locator("#action-hideout").check()
    own = me.page.locator(f"{FORM} [name=own]:enabled").first
    own.check()

    since = version(me.page)
    say(friend.page, "Your left one is a three, I bet.")
    assert wait_for_news(me.page, since) < NEWS_WITHIN
    expect(me.page.locator("#talk")).to_contain_text("I bet")
    expect(own).to_be_checked()
    for name in struck:
        expect(me.page.locator(f"#{name}")).to_be_checked()
    me.page.reload()
    for name in struck:
        expect(me.page.locator(f"#{name}")).to_be_checked()
    expect(me.page.locator("[name=mark]:checked")).to_have_count(len(struck))
    expect(friend.page.locator("[name=mark]:checked")).to_have_count(0)


def test_a_mark_that_is_still_on_its_way_is_not_swapped_away(new_person: NewPerson, scenes: Scenes) -> None:
    me, friend = sit_down(new_person, scenes, "target_wait")
    held: list[Route] = []
    me.page.route("**/marks/", lambda route: held.append(route))
    box = me.page.locator("[name=mark]").first
    with me.page.expect_request("**/marks/"):
        box.check()
    since = version(me.page)
    say(friend.page, "Think harder.")
    wait_for_news(me.page, since)
    expect(me.page.locator("#talk")).to_contain_text("harder")
    expect(box).to_be_checked()
    with me.page.expect_response(lambda response: response.url.endswith("/marks/")):
        held[0].continue_()
    me.page.reload()
    expect(box).to_be_checked()


def test_a_game_against_a_bot_needs_no_javascript(new_person: NewPerson) -> None:
    visitor = new_person(java_script_enabled=False, viewport=SMALL)
    page = visitor.go("/")
    page.locator("#play-target").click()
    dice = Random(3)
    hide(page, "258")
    page.locator("[name=mark]").first.check()
    page.locator("#marks button").click()
    expect(page.locator("[name=mark]:checked")).to_have_count(1)
    while not is_over(page):
        take_turn(page, dice)
    expect(page.locator(".hideout.destroyed").nth(2)).to_be_visible()
