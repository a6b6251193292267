"""A page that waits: it asks less while nobody looks, and an old page is refused gently."""

import re
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import open_table
from tests.browser.conftest import NewPerson, Scenes
from tests.browser.turns import FORM, pick, start_game
from tests.browser.waiting import send

pytestmark = pytest.mark.browser
LISTEN, STREAM = re.compile("/listen/$"), re.compile(r"/stream/\?pass=")
LOOK_AGAIN = "window.isHidden = false; document.dispatchEvent(new Event('visibilitychange'))"


def let_pass(page: Page, times: int, milliseconds: int) -> None:
    """Let so much time pass on the page's clock so many times, and each question be answered."""
    for _ in range(times):
        page.clock.run_for(milliseconds)
        expect(page.locator("#live.htmx-request")).to_have_count(0)


def test_a_page_asks_once_a_minute_while_it_listens_and_every_ten_seconds_without_a_stream(
    member: NewPerson, scenes: Scenes
) -> None:
    person = member()
    with person.page.expect_response(STREAM):
        page, asked = open_table(person, scenes["tables"]["wait"])
    let_pass(page, 2, 1000)
    asked.clear()
    let_pass(page, 12, 10_000)
    assert 1 <= len(asked) <= 3
    page.route(LISTEN, lambda route: route.abort())
    with page.expect_request(LISTEN):
        page.evaluate(f"window.isHidden = true; document.dispatchEvent(new Event('visibilitychange')); {LOOK_AGAIN}")
    let_pass(page, 1, 1000)
    asked.clear()
    let_pass(page, 8, 10_000)
    assert 7 <= len(asked) <= 9
    assert not any("x-hidden-tab" in request.headers for request in asked)
    person.forgive("ERR_FAILED")


def test_a_page_that_nobody_looks_at_asks_less_and_catches_up_at_once(member: NewPerson, scenes: Scenes) -> None:
    page, asked = open_table(member(), scenes["tables"]["wait"])
    page.evaluate("window.isHidden = true; document.dispatchEvent(new Event('visibilitychange'))")
    let_pass(page, 1, 1000)
    asked.clear()
    let_pass(page, 15, 4100)
    assert ["x-hidden-tab" in request.headers for request in asked] == [True]
    asked.clear()
    with page.expect_response(lambda response: "/news/" in response.url):
        page.evaluate(LOOK_AGAIN)
    assert len(asked) == 1


def test_a_page_without_a_network_asks_less_and_less_says_so_and_goes_on_as_before(
    member: NewPerson, scenes: Scenes
) -> None:
    person = member()
    page, asked = open_table(person, scenes["tables"]["wait"])
    note = page.locator("#connection")
    let_pass(page, 2, 4000)
    person.context.set_offline(True)
    asked.clear()
    let_pass(page, 30, 4000)
    expect(note).to_contain_text("Connection lost")
    assert 4 <= len(asked) <= 11, "two minutes without a network"
    asked.clear()
    person.context.set_offline(False)
    # The browser says that it is back.
    expect(note).to_be_empty()
    assert asked, "at once"
    person.forgive("ERR_INTERNET_DISCONNECTED", "htmx:")


def test_a_page_goes_on_asking_after_a_sheet_was_closed(member: NewPerson, scenes: Scenes) -> None:
    page, _ = open_table(member(), scenes["tables"]["wait"])
    page.keyboard.press("?")
    page.locator("#keys button").click()
    expect(page.locator("#keys")).to_be_hidden()
    with page.expect_request(re.compile("/news/")):
        page.evaluate("document.body.dispatchEvent(new CustomEvent('wake'))")


@pytest.mark.parametrize("path", ["/g/{}/", "/games/"])
def test_the_time_left_goes_on_while_nothing_comes_to_pass(path: str, member: NewPerson, scenes: Scenes) -> None:
    person, code = member("blandine"), scenes["days"]["stays"]
    page = person.page
    page.clock.install()
    person.go(path.format(code))
    left = page.locator(f"#status-line time, .row[href='/g/{code}/'] time")
    due = datetime.fromisoformat(str(left.get_attribute("datetime")))
    # An answer would have the words of the server's clock, which stays.
    person.context.set_offline(True)
    # As after a sleep: the clock went on, and no timer did.
    page.clock.set_system_time(due - timedelta(hours=5, minutes=7, seconds=30))
    page.evaluate(LOOK_AGAIN)
    expect(left).to_have_text("5 h 07")
    page.clock.pause_at(due - timedelta(minutes=42, seconds=10))
    page.clock.run_for(31_000)
    expect(left).to_have_text("41 min")
    person.forgive("ERR_INTERNET_DISCONNECTED", "htmx:")


@pytest.mark.parametrize(("hours_off", "words"), [(0, "1 h 59"), (3, "2 h 00")])
def test_times_that_come_later_go_on_where_the_clock_is_right(hours_off: int, words: str, member: NewPerson) -> None:
    person, now = member("philemon"), datetime.now(tz=UTC)
    page = person.page
    page.clock.install(time=now + timedelta(hours=hours_off))
    person.go("/games/")
    expect(page.locator("time[data-left]")).to_have_count(0)
    soon, due = now + timedelta(seconds=55), now + timedelta(hours=2, seconds=30)
    page.clock.pause_at(now + timedelta(hours=hours_off, seconds=20))
    # The first would be about right by a clock that is fast, too.
    times = f"<time data-left datetime={soon.isoformat()}>1 min</time>"
    times += f"<time data-left datetime={due.isoformat()}>2 h 00</time>"
    page.evaluate(f"main.insertAdjacentHTML('beforeend', '{times}')")
    page.clock.run_for(31_000)
    expect(page.locator("time[data-left]")).to_have_text(["1 min", words])


def test_an_old_page_is_refused_gently_and_shows_the_game_as_it_stands(new_person: NewPerson) -> None:
    visitor = new_person()
    fresh = visitor.go("/")
    start_game(fresh)
    old = visitor.context.new_page()
    # It asked a moment ago.
    old.route(re.compile("/news/"), lambda route: route.fulfill(status=204))
    old.goto(f"{fresh.url}?tab=talk")
    old.fill("#talk-text", "I was about to say")
    for page in (old, fresh):
        for name in ("mission", "card"):
            if page.locator(f"{FORM} [name={name}]").count():
                pick(page, name, Random(1))
    send(fresh.locator("#play-button"))
    old.locator("#play-button").click()

    expect(old.locator("#choice-error")).to_be_visible()
    expect(old.locator("#mine :focus")).to_have_count(1)
    expect(old.locator("#talk-text")).to_have_value("I was about to say")
    assert old.locator("#board").inner_text() == fresh.locator("#board").inner_text()
