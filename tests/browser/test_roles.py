"""Special roles and Larry in real browsers: two people play to the end from the page alone."""

import re
from itertools import count
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.people import Person, play_late, start_with_bots
from tests.browser.turns import FORM, RESULT, is_asked, is_over, take_turn, vote
from tests.browser.waiting import catch_up, follow

pytestmark = pytest.mark.browser
PAIR = "accomplice,prof_no"
TURNS = 4


def sit_down(member: NewPerson, seats: int, roles: str = "") -> tuple[Person, Person]:
    """Return two people who opened a table and sat down at it."""
    host, guest = member(), member("robin")
    host.go("/games/new/insidejob/")
    host.page.locator(f"[name=seats][value='{seats}']").check()
    host.page.locator("#own-way > summary").click()
    host.page.select_option("[name=insidejob-roles]", roles)
    follow(host.page.locator("#own-way button.primary"))
    guest.page.goto(host.page.url)
    follow(guest.page.locator("form[action$='/join/'] button"))
    return host, guest


def play_to_the_end(*people: Person) -> set[str]:
    """Play some turns and then the last ones; return what was asked: `accomplice`, `lead`, `larry` …"""
    pages, dice, asked, turns = [person.page for person in people], Random(3), set[str](), count(1)
    while not all(is_over(page) for page in pages):
        mover = next(page for page in pages if is_asked(page))
        asked.add(mover.locator(f"{FORM} [name=decision]").input_value().partition("-")[0])
        take_turn(mover, dice)
        for page in pages:
            if page is not mover:
                catch_up(page, mover)
        if next(turns) == TURNS:
            play_late(*people)
    return asked


def test_four_players_with_accomplice_and_prof_no_play_to_the_end(member: NewPerson) -> None:
    host, guest = sit_down(member, seats=4, roles=PAIR)
    guest.page.locator("[name=wish]").check()
    follow(guest.page.locator("form[action$='/wish/'] button"))
    for page in (guest.page, host.page):
        expect(page.locator(".seats")).to_contain_text("rather not be the Insider")
    start_with_bots(host.page)
    # Whoever would rather not be the Insider alone gets the open role.
    expect(guest.page.locator(".player.me")).to_contain_text("Accomplice")
    expect(guest.page.locator("#role")).to_contain_text("Prof. No")
    guest.page.wait_for_load_state()

    asked = play_to_the_end(host, guest)

    assert "accomplice" in asked
    for person in (host, guest):
        verdicts = person.page.locator(f"{RESULT} .verdict")
        expect(verdicts).to_have_count(4)
        expect(verdicts.filter(has_text="Prof. No")).not_to_have_count(0)
        expect(person.page.locator(f"{RESULT} .verdict-reason").filter(has_text="the chosen partner")).to_have_count(1)
    expect(guest.page.locator(".log").last).to_contain_text("as partner")


def test_two_players_and_larry_play_to_the_end(member: NewPerson) -> None:
    host, guest = sit_down(member, seats=2)
    pages = (host.page, guest.page)
    expect(host.page.locator("#board")).to_be_visible(timeout=15_000)
    host.page.wait_for_load_state()
    leader, controller = sorted(pages, key=is_asked, reverse=True)
    take_turn(leader, Random(5))
    catch_up(controller, leader)
    expect(controller.locator(f"{FORM} [name=back]")).to_have_count(3)
    shown = controller.locator(".three [name=card]").evaluate_all("cards => cards.map(card => card.ariaLabel)")
    seen_by_leader = leader.locator("main").text_content() or ""
    assert [name for name in shown if re.search(rf"\b{name}\b", seen_by_leader)] == []
    expect(leader.locator("#larry-button")).to_have_count(0)
    for page in pages:
        expect(page.locator(".player", has_text="Larry").first).to_contain_text("Larry")

    play_to_the_end(host, guest)

    for page in pages:
        expect(page.locator(f"{RESULT} .verdict")).to_have_count(3)
        # The lines of the others may name him too: they say whom each of them accused.
        expect(page.locator(f"{RESULT} .seat-name").filter(has_text="Larry")).to_have_count(1)


def test_the_paranoid_agent_votes_against_two(member: NewPerson, scenes: Scenes) -> None:
    page = member("prosper").go(f"/g/{scenes['alone']['vote_twice']}/")
    first, second = (box.input_value() for box in page.locator(f"{FORM} [name=against]").all()[:2])
    page.select_option("#also", first)
    page.locator(f"#against-{first}").check()
    expect(page.locator("#vote-button[aria-disabled=true]")).to_contain_text("different")
    page.select_option("#also", second)
    vote(page, first)
    expect(page.locator("#mine .note.success")).to_contain_text(re.compile(" and "))
    expect(page.locator("#also")).to_have_value(second)
