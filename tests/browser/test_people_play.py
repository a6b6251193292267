"""Two people in two browsers and a bot: from signing up to the result, the vote, and the rematch."""

from collections import Counter
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.people import Person, play_late, start_with_bots
from tests.browser.turns import (
    CAN_BE_TAKEN,
    RESULT,
    is_asked,
    is_over,
    open_tab,
    say,
    take_turn,
    vote,
)
from tests.browser.waiting import ask_for_news, catch_up, follow, settle

pytestmark = pytest.mark.browser
TURNS_NOTICED = 4
"""After how many turns the page that waits asks at once."""


def test_two_people_and_a_bot_play_from_sign_up_to_the_rematch(new_person: NewPerson) -> None:
    host, guest = new_person(), new_person(locale="fr-FR")
    host.go("/accounts/signup/")
    host.sign_up("Ada")
    link = open_table_for_three(host)
    join_as_newcomer(guest, link)
    start_with_bot(host, guest)

    play_to_the_end(host, guest)

    for page in (host.page, guest.page):
        roles = page.locator(f"{RESULT} .verdict .tag.role")
        assert sorted(Counter(roles.all_inner_texts()).values()) == [1, 2]
        expect(page.locator("#choice-form")).to_have_count(0)
    play_again(host, guest)


def open_table_for_three(host: Person) -> str:
    """Open a table with three seats and return the address to send to friends."""
    for link in (".site-nav a[href='/games/']", "main a[href='/games/new/']", "#open-insidejob"):
        follow(host.page.locator(link))
    host.page.locator("[name=seats][value='3']").check()
    follow(host.page.locator("#preset-week"))
    host.context.grant_permissions(["clipboard-read", "clipboard-write"])
    host.page.locator("[data-copy=link]").click()
    expect(host.page.locator("#copied")).not_to_be_empty()
    link = str(host.page.evaluate("navigator.clipboard.readText()"))
    assert link == host.page.url
    return link


def join_as_newcomer(guest: Person, link: str) -> None:
    """Follow Ada's invitation, sign up as Bruno on the way, and find oneself seated."""
    guest.page.goto(link)
    expect(guest.page.locator("h1")).to_contain_text("Ada")
    follow(guest.page.locator("#sign-up-button"))
    guest.sign_up("Bruno")
    expect(guest.page).to_have_url(link)
    expect(guest.page.locator(".seat.me")).to_contain_text("Bruno")


def start_with_bot(host: Person, guest: Person) -> None:
    """Fill the last seat, once the host sees the guest; the game starts, and the other page notices by itself."""
    expect(host.page.locator(".seats")).to_contain_text("Bruno")
    start_with_bots(host.page)
    expect(guest.page.locator("#board")).to_be_visible()
    guest.page.wait_for_load_state()


def play_to_the_end(*people: Person) -> None:
    """Play the first turns, which the waiting page notices by itself, and the last ones, until the result is there."""
    pages = [person.page for person in people]
    dice, has_talked, turns = Random(7), False, 0
    while not all(is_over(page) for page in pages):
        mover = next(page for page in pages if is_asked(page))
        waiter = next(page for page in pages if page is not mover)
        if not has_talked and not is_asked(waiter):
            nothing_begun_is_lost(mover, waiter)
            has_talked = True
        take_turn(mover, dice)
        catch_up(waiter, mover, by_itself=turns < TURNS_NOTICED)
        turns += 1
        if turns == TURNS_NOTICED + 1:
            play_late(*people)
    assert has_talked
    assert turns > TURNS_NOTICED


def nothing_begun_is_lost(chooser: Page, talker: Page) -> None:
    """While one has half chosen and half written something, the other talks: it is seen, and nothing is lost."""
    card = chooser.locator(f"#choice-form [name=card]{CAN_BE_TAKEN}").first
    card.check()
    open_tab(chooser, "talk")
    chooser.fill("#talk-text", "I was about to")
    say(talker, "Hurry up, agent!")
    expect(chooser.locator("#talk")).to_contain_text("Hurry up, agent!")
    settle(chooser)
    expect(card).to_be_checked()
    expect(chooser.locator("#talk-text")).to_have_value("I was about to")
    say(chooser, "I was about to, friend.")
    expect(chooser.locator("#talk-text")).to_have_value("")
    expect(talker.locator("#talk")).to_contain_text("friend")


def play_again(host: Person, guest: Person) -> None:
    """Open the rematch; the other finds a seat kept, takes it, and the game starts for both."""
    old = host.page.url
    follow(host.page.locator("form[action$='/rematch/'] button"))
    expect(host.page).not_to_have_url(old)
    guest.go("/games/")
    code = host.page.url.rstrip("/").rsplit("/", 1)[1]
    guest.page.locator(f"a.row[href='/g/{code}/']").click()
    guest.page.locator("form[action$='/join/'] button").click()
    expect(guest.page.locator("#board")).to_be_visible()
    expect(host.page.locator("#board")).to_be_visible()


def test_a_vote_may_be_changed_and_nobody_sees_whom(member: NewPerson, scenes: Scenes) -> None:
    first, second = member("prosper"), member("rosalie")
    for person in (first, second):
        person.go(f"/g/{scenes['alone']['vote_changed']}/")
        # It opens by itself with a vote.
        open_tab(person.page, "talk")
    suspects = [box.input_value() for box in first.page.locator("[name=against]").all()]
    half_chosen = second.page.locator("[name=against]").first
    half_chosen.check()

    vote(first.page, suspects[0])
    catch_up(second.page, first.page, by_itself=True)
    expect(half_chosen).to_be_checked()
    expect(first.page.locator("#mine .note.success")).to_be_visible()
    expect(second.page.locator(".suspect", has_text="Prosper").locator(".voted")).to_be_visible()
    before = {part: second.page.locator(part).inner_html() for part in ("#board", "#panel", "#live")}

    vote(first.page, suspects[1])
    expect(first.page.locator(f"#against-{suspects[1]}")).to_be_checked()
    assert ask_for_news(second.page).status == 204
    settle(second.page)
    assert before == {part: second.page.locator(part).inner_html() for part in before}

    second.page.locator("#vote-button").click()
    expect(second.page.locator(RESULT)).to_be_visible()
    catch_up(first.page, second.page, by_itself=True)
    for person in (first, second):
        votes = person.page.locator(f"{RESULT} .verdict", has_text="voted against")
        expect(votes).to_have_count(4)
