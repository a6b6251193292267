"""A substitute follows the link to a seat on a phone, signs up on the way, and plays on with its hand."""

from random import Random

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.checks import find_axe_faults, find_layout_faults
from tests.browser.conftest import NewPerson, Scenes
from tests.browser.people import Person
from tests.browser.turns import is_asked, open_tab, take_turn
from tests.browser.waiting import catch_up, follow

pytestmark = pytest.mark.browser
PHONE: ViewportSize = {"width": 360, "height": 740}


def test_a_substitute_takes_a_seat_on_a_phone(member: NewPerson, new_person: NewPerson, scenes: Scenes) -> None:
    host, substitute = member("wilma"), new_person(locale="fr-FR", viewport=PHONE)
    leaver = member("octave", locale="fr-FR", permissions=["clipboard-read", "clipboard-write"])
    for person in (host, leaver):
        person.go(f"/g/{scenes['days']['substitute']}/")
    hand = list_cards(leaver)
    open_tab(leaver.page, "about")
    follow(leaver.page.locator("#hand-over-button"))
    expect(leaver.page.locator("#take-back-button")).to_be_visible()

    link = open_seat(leaver)
    substitute.go(link)
    expect(substitute.page.locator("h1")).to_contain_text("Octave")
    look_at(substitute)
    follow(substitute.page.locator("#sit-in-button"))
    substitute.sign_up("Zoe")
    expect(substitute.page).to_have_url(link)
    follow(substitute.page.locator("#sit-in-button"))

    expect(substitute.page.locator("#board")).to_be_visible()
    catch_up(host.page, substitute.page)
    dice = Random(7)
    while not is_asked(substitute.page):
        take_turn(host.page, dice)
        catch_up(substitute.page, host.page)
    kept = list_cards(substitute)
    assert kept
    assert set(kept) <= set(hand)
    take_turn(substitute.page, dice)
    leaver.page.reload()
    expect(leaver.page.locator("main")).to_contain_text("Zoe")
    expect(leaver.page.locator("#board")).to_have_count(0)


def list_cards(person: Person) -> list[str]:
    """Return the names of the cards in a hand, to choose from or to look at."""
    cards = person.page.locator("#mine [name=card], #mine .card > .visually-hidden")
    names: list[str] = cards.evaluate_all("cards => cards.map(card => card.ariaLabel ?? card.textContent)")
    return names


def open_seat(leaver: Person) -> str:
    """Open one's own seat on the tab of the table, and return the address copied there."""
    leaver.page.reload()
    open_tab(leaver.page, "about")
    follow(leaver.page.locator("#open-seat-1"))
    open_tab(leaver.page, "about")
    look_at(leaver)
    leaver.page.locator("[data-copy=seat-link-1]").click()
    expect(leaver.page.locator("#copied")).not_to_be_empty()
    return str(leaver.page.evaluate("navigator.clipboard.readText()"))


def look_at(person: Person) -> None:
    assert find_layout_faults(person.page) == []
    assert find_axe_faults(person.page) == []
    person.page.set_viewport_size(PHONE)
