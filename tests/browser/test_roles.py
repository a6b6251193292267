"""Special roles and Larry in real browsers: two people play to the end from the page alone."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.people import Person, start_with_bots
from tests.browser.turns import FORM, RESULT, is_asked, is_over, take_turn, vote
from tests.browser.waiting import catch_up, loading

pytestmark = pytest.mark.browser
PAIR = "accomplice,prof_no"


def sit_down(new_person: NewPerson, scenes: Scenes, seats: int, roles: str = "") -> tuple[Person, Person]:
    """Return two people who opened a table and sat down at it."""
    host, guest = new_person(), new_person()
    for person, email in ((host, scenes["email"]), (guest, scenes["friend"])):
        person.sign_in(email, scenes["password"])
        person.choose_language("en")
    host.go("/games/new/insidejob/")
    host.page.select_option("[name=seats]", str(seats))
    host.page.locator("#own-way > summary").click()
    host.page.select_option("[name=insidejob-roles]", roles)
    with loading(host.page):
        host.page.locator("#own-way button.primary").click()
    guest.page.goto(host.page.url)
    with loading(guest.page):
        guest.page.locator("form[action$='/join/'] button").click()
    return host, guest


def play_to_the_end(*pages: Page) -> set[str]:
    """Play until everybody sees the result, and return what was asked: `accomplice`, `lead`, `larry` …"""
    dice, asked = Random(3), set()
    while not all(is_over(page) for page in pages):
        mover = next(page for page in pages if is_asked(page))
        asked.add(mover.locator(f"{FORM} [name=decision]").input_value().partition("-")[0])
        take_turn(mover, dice)
        for page in pages:
            if page is not mover:
                catch_up(page, mover)
    return asked


def test_four_players_with_accomplice_and_prof_no_play_to_the_end(new_person: NewPerson, scenes: Scenes) -> None:
    host, guest = sit_down(new_person, scenes, seats=4, roles=PAIR)
    guest.page.locator("[name=wish]").check()
    with loading(guest.page):
        guest.page.locator("form[action$='/wish/'] button").click()
    for page in (guest.page, host.page):
        expect(page.locator(".seats")).to_contain_text("rather not be the Insider")
    start_with_bots(host.page)
    # Whoever would rather not be the Insider alone gets the open role.
    expect(guest.page.locator(".player.me")).to_contain_text("Accomplice")
    expect(guest.page.locator("#role")).to_contain_text("Prof. No")
    guest.page.wait_for_load_state()

    asked = play_to_the_end(host.page, guest.page)

    assert "accomplice" in asked
    for person in (host, guest):
        verdicts = person.page.locator(f"{RESULT} .verdict")
        expect(verdicts).to_have_count(4)
        expect(verdicts.filter(has_text="Prof. No")).not_to_have_count(0)
        expect(verdicts.filter(has_text="the chosen partner")).to_have_count(1)
    expect(guest.page.locator(".log").last).to_contain_text("as partner")


def test_two_players_and_larry_play_to_the_end(new_person: NewPerson, scenes: Scenes) -> None:
    host, guest = sit_down(new_person, scenes, seats=2)
    pages = (host.page, guest.page)
    expect(host.page.locator("#board")).to_be_visible(timeout=15_000)
    host.page.wait_for_load_state()
    leader, controller = sorted(pages, key=is_asked, reverse=True)
    take_turn(leader, Random(5))
    catch_up(controller, leader)
    expect(controller.locator(f"{FORM} [name=back]")).to_have_count(3)
    shown = controller.locator("label:has([name=back]) .visually-hidden").all_text_contents()
    seen_by_leader = leader.locator("main").text_content() or ""
    assert [name for name in shown if re.search(rf"\b{name}\b", seen_by_leader)] == []
    expect(leader.locator("#larry-button")).to_have_count(0)
    for page in pages:
        expect(page.locator(".player", has_text="Larry").first).to_contain_text("Larry")

    play_to_the_end(*pages)

    for page in pages:
        expect(page.locator(f"{RESULT} .verdict")).to_have_count(3)
        expect(page.locator(f"{RESULT} .verdict").last).to_contain_text("Larry")


def test_the_paranoid_agent_votes_against_two(new_person: NewPerson, scenes: Scenes) -> None:
    person = new_person()
    person.sign_in(scenes["email"], scenes["password"])
    person.choose_language("en")
    page = person.go(f"/g/{scenes['tables']['vote_twice']}/")
    first, second = (box.input_value() for box in page.locator(f"{FORM} [name=against]").all()[:2])
    page.select_option("#also", first)
    page.locator(f"#against-{first}").check()
    expect(page.locator("#vote-button[aria-disabled=true]")).to_contain_text("different")
    page.select_option("#also", second)
    vote(page, first)
    expect(page.locator("#mine .note.success")).to_contain_text(re.compile(" and "))
    expect(page.locator("#also")).to_have_value(second)
