"""Pages that listen: another's move shows by a stream, without one by a poll, and a lost stream is opened again."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.acts import open_table
from tests.browser.conftest import NewPerson, Scenes
from tests.browser.turns import is_asked, say, take_turn
from tests.browser.waiting import version, wait_until

pytestmark = pytest.mark.browser
LISTEN, STREAM = re.compile("/listen/$"), re.compile(r"/stream/\?pass=")
SOON, FALL_BACK, SPREAD = 60, 11_000, 10_000
"""In milliseconds: when a page polls after an event, when it polls without a stream, when it has opened another one."""
COME_BACK = """() => [true, false].forEach((isHidden) => {
  window.isHidden = isHidden;
  document.dispatchEvent(new Event("visibilitychange"));
})"""


def test_another_s_move_shows_by_a_stream_and_without_one_by_a_poll(member: NewPerson, scenes: Scenes) -> None:
    players = [member(name) for name in ("prosper", "rosalie")]
    code = scenes["alone"]["streams"]
    first = players[0].go(f"/g/{code}/")
    plays, waiting = players if is_asked(first) else players[::-1]
    plays.go(f"/g/{code}/")
    with waiting.page.expect_response(STREAM):
        page, asked = open_table(waiting, code)
    page.clock.run_for(1000)
    expect(page.locator("#live.htmx-request")).to_have_count(0)
    asked.clear()

    before = version(page)
    take_turn(plays.page, Random(3))
    wait_until(page, lambda: shows_more(page, before, asked), "an event")
    assert len(asked) == 1

    page.route(LISTEN, lambda route: route.abort())
    with page.expect_event("requestfailed", is_listening):
        page.evaluate(COME_BACK)
    page.clock.run_for(1000)
    expect(page.locator("#live.htmx-request")).to_have_count(0)
    asked.clear()
    page.clock.run_for(FALL_BACK)
    # The request is told here a little after the page has sent it.
    wait_until(page, lambda: bool(asked), "a poll without a stream")
    page.unroute(LISTEN)
    with page.expect_response(STREAM):
        for _ in range(12):
            page.clock.run_for(SPREAD)
    waiting.forgive("ERR_FAILED")


def is_listening(request: Request) -> bool:
    return bool(LISTEN.search(request.url))


def shows_more(page: Page, before: int, asked: list[Request]) -> bool:
    """Let the moment pass that a page waits after an event, and return whether it shows what happened."""
    page.clock.run_for(SOON)
    return bool(asked) and version(page) > before and page.locator("#live.htmx-request").count() == 0


def test_my_games_show_another_s_move_and_keep_the_focus(member: NewPerson, scenes: Scenes) -> None:
    players = [member(name) for name in ("prosper", "rosalie")]
    code = scenes["alone"]["my_games"]
    first = players[0].go(f"/g/{code}/")
    plays, waiting = players if is_asked(first) else players[::-1]
    row = f'#main a[href="/g/{code}/"]'
    with waiting.page.expect_response(STREAM):
        page = waiting.go("/games/")
    link = page.locator(row).first
    link.focus()
    before = page.locator("#main").inner_text()
    plays.go(f"/g/{code}/")
    with page.expect_response(re.compile("/games/$")):
        take_turn(plays.page, Random(3))
    wait_until(page, lambda: page.locator("#main").inner_text() != before, "the list")
    expect(page.locator(row).first).to_be_focused()


def test_my_games_keep_the_focus_on_a_button(member: NewPerson, scenes: Scenes) -> None:
    waiting, talks = member(), member("robin")
    with waiting.page.expect_response(STREAM):
        page = waiting.go("/games/?page=3")
    button = page.locator("#main form[action$='/rematch/'] button").last
    button.focus()
    button.evaluate("button => { button.dataset.old = 'yes'; }")
    talks.go(f"/g/{scenes['tables']['wait']}/")
    with page.expect_response(re.compile(r"/games/\?page=3$")):
        say(talks.page, "Still there?")
    expect(page.locator("[data-old]")).to_have_count(0)
    expect(button).to_be_focused()
