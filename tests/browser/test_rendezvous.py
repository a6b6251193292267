"""Rendezvous in browsers: two people and bots, a round and the end with the stories of all; and each page alone."""

from itertools import count
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.checks import find_covered, find_layout_faults
from tests.browser.conftest import NewPerson, Scenes
from tests.browser.pages import LOCALES
from tests.browser.people import Person, play_late, start_with_bots
from tests.browser.playing_rendezvous import point, take_turn
from tests.browser.turns import is_asked, is_over, open_tab
from tests.browser.waiting import catch_up, follow

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 720}
IN_SIGHT = ("rdv_number", "rdv_word", "rdv_emoji", "rdv_spy", "rdv_point", "rdv_three", "rdv_guess")
"""The tables where nothing is folded out above what is said: no debriefing is news there."""
WRITE = "(all, text) => { for (const each of all) each.textContent = text; }"
ROUNDS = 3
TURNS = 7
"""Those of two people in a round, after which the last ones follow."""


def test_two_people_and_bots_play_a_round_and_the_end_on_a_phone_and_a_desk(member: NewPerson) -> None:
    host, guest = member(viewport=PHONE), member("robin", viewport=DESK)
    open_table(host, guest)
    dice, pages, turns = Random(3), (host.page, guest.page), count(1)
    while not all(is_over(page) for page in pages):
        mover = next(page for page in pages if is_asked(page))
        waiter = next(page for page in pages if page is not mover)
        take_turn(mover, dice)
        catch_up(waiter, mover)
        if next(turns) == TURNS:
            play_late(host, guest)
    for page in pages:
        expect(page.locator(".verdict")).to_have_count(4)
        open_tab(page, "past")
        expect(page.locator("#past details.round")).to_have_count(ROUNDS)
        assert find_layout_faults(page) == []


def open_table(host: Person, guest: Person) -> None:
    """Open a table of four with three rounds, let a friend sit down, and fill it with bots."""
    host.go("/games/new/rendezvous/")
    host.page.locator("#own-way > summary").click()
    expect(host.page.locator("[name=rendezvous-language]:checked")).to_have_value("en")
    host.page.locator("[name=seats][value='4']").check()
    host.page.select_option("[name=rendezvous-rounds]", str(ROUNDS))
    follow(host.page.locator("#own-way button.primary"))
    guest.page.goto(host.page.url)
    follow(guest.page.locator("form[action$='/join/'] button"))
    expect(guest.page.locator(".seat.me")).to_be_visible()
    expect(host.page.locator(".seats")).to_contain_text("Robin")
    start_with_bots(host.page)
    expect(guest.page.locator("#board")).to_be_visible()
    guest.page.wait_for_load_state()


def test_the_own_password_is_refused_beside_what_was_typed(member: NewPerson, scenes: Scenes) -> None:
    code = scenes["tables"]["rdv_crossed"]
    me = member(viewport=PHONE)
    page = me.go(f"/g/{code}/")
    password = page.locator("#my-hand .own-word").inner_text()
    page.fill("#word", password.upper())
    page.press("#word", "Enter")
    expect(page.locator("#choice-error")).to_contain_text("That’s your password")
    expect(page.locator("#word")).to_have_value(password.upper())
    expect(page.locator("#word")).to_be_focused()
    me.forget_refused(code)


@pytest.mark.parametrize("language", LOCALES)
def test_what_is_asked_and_what_was_said_are_in_sight_on_short_screens(
    member: NewPerson, scenes: Scenes, language: str
) -> None:
    me = member(locale=LOCALES[language])
    found = {}
    for name in IN_SIGHT:
        page = me.go(f"/g/{scenes['tables'][name]}/")
        for part, text in ((".voice:not(.me) .seat-name", "Wolfgang-Amadeus Zimmerm"), (".voice .said", "parachute")):
            page.locator(part).evaluate_all(WRITE, text)
        for width, height in ((390, 664), (360, 616), (1280, 720)):
            page.set_viewport_size({"width": width, "height": height})
            found[name, width] = find_covered(page, ".voice")
    assert {where: faults for where, faults in found.items() if faults} == {}


def test_what_is_half_chosen_stays_when_others_point(member: NewPerson, scenes: Scenes) -> None:
    me, friend = (member(name, viewport=PHONE) for name in ("prosper", "rosalie"))
    for person in (me, friend):
        person.go(f"/g/{scenes['alone']['half_chosen']}/")
    box = me.page.locator(".voice [name=at]").first
    box.check()
    point(friend.page, Random(1))
    catch_up(me.page, friend.page)
    expect(me.page.locator(".voice", has_text="has chosen")).to_have_count(2)
    expect(box).to_be_checked()
