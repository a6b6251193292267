"""Who is at their table: a page left alone keeps nothing from its player, and one in use nothing for long."""

import re

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.acts import open_table
from tests.browser.conftest import NewPerson, Scenes
from tests.browser.site import Site
from tests.browser.waiting import wait_until

pytestmark = pytest.mark.browser
FIVE_MINUTES = 5 * 60 * 1000
HIDDEN, SHOWN = (
    f"window.isHidden = {value}; document.dispatchEvent(new Event('visibilitychange'))" for value in ("true", "false")
)
A_ROUND = 12_000
"""Milliseconds in which the worker looks at what is due, though no one wakes it."""


def ask(page: Page, asked: list[Request]) -> str | None:
    """Let the page ask for news; return for how long its player has been idle, as it says."""
    asked.clear()

    def has_asked() -> bool:
        page.clock.run_for(5000)
        return bool(asked)

    wait_until(page, has_asked, "a question for news")
    expect(page.locator("#live.htmx-request")).to_have_count(0)
    return asked[-1].headers.get("x-active")


def test_a_turn_is_told_to_one_whose_page_was_left_open(
    member: NewPerson, new_person: NewPerson, site: Site, scenes: Scenes
) -> None:
    code = scenes["days"]["left_alone"]
    page, asked = open_table(member("anatole"), code)
    page.mouse.move(50, 60)
    assert ask(page, asked)
    page.clock.fast_forward(FIVE_MINUTES)
    assert ask(page, asked) is None
    site.pass_time("closed", code)
    assert ask(page, asked) is None
    reader = new_person()
    turn = reader.page.locator("li", has_text="anatole@example.org").filter(has_text="Your turn")
    reader.go("/dev/mail/")
    # It may have been told by itself before anybody was here; from now on it is asked anew.
    before = turn.count()
    site.pass_time("asked", code)

    def has_come() -> bool:
        # Nobody closes the page: it goes on asking.
        assert ask(page, asked) is None
        reader.go("/dev/mail/")
        return turn.count() > before

    wait_until(page, has_come, "the mail of the turn", 8 * A_ROUND)
    expect(page.locator("#status-line")).to_contain_text("Your turn")


def test_a_turn_is_told_after_ten_minutes_to_one_who_is_there(
    member: NewPerson, new_person: NewPerson, site: Site, scenes: Scenes
) -> None:
    code, owner = scenes["days"]["stays"], member("blandine")
    # The page must be known to be in use before anything is due.
    with owner.page.expect_request(lambda request: "x-active" in request.headers):
        page = owner.go(f"/g/{code}/")
    reader = new_person()
    turn = reader.page.locator("li", has_text="blandine@example.org").filter(has_text="Your turn")
    before = 0

    def move_and_look() -> bool:
        for place in (100, 200):
            page.mouse.move(place, place)
        reader.go("/dev/mail/")
        return turn.count() > before

    # It may have been told by itself before anybody was here; from now on it is asked anew.
    site.pass_time("asked", code)
    reader.go("/dev/mail/")
    before = turn.count()
    for _ in range(A_ROUND // 1000):
        assert not move_and_look()
        page.wait_for_timeout(1000)
    assert re.search(r"turn told.*\('mail', 'waiting'", site.describe_post("blandine@example.org"))
    site.pass_time("limit", code)
    wait_until(page, move_and_look, "the mail of the turn", 8 * A_ROUND)


def test_a_page_says_whether_its_player_did_something_lately(member: NewPerson, scenes: Scenes) -> None:
    page, asked = open_table(member(viewport={"width": 390, "height": 400}, has_touch=True), scenes["tables"]["wait"])
    assert ask(page, asked) is not None, "it was opened a moment ago"

    def leave_alone() -> None:
        page.clock.fast_forward(FIVE_MINUTES)
        assert ask(page, asked) is None

    def show_again() -> None:
        page.evaluate(HIDDEN)
        page.evaluate(SHOWN)

    page.mouse.move(10, 10)
    for act in (
        lambda: page.mouse.move(40, 60),
        lambda: page.keyboard.press("Shift"),
        lambda: page.locator("#status-line").tap(),
        lambda: page.mouse.wheel(0, 50),
        lambda: page.evaluate("window.scrollTo(0, 120)"),
        show_again,
    ):
        leave_alone()
        act()
        page.wait_for_timeout(100)
        idle = ask(page, asked)
        assert idle is not None
        assert int(idle) <= 61


def test_what_news_do_to_a_page_is_not_its_players_doing(member: NewPerson, scenes: Scenes) -> None:
    page, asked = open_table(member(viewport={"width": 390, "height": 400}), scenes["tables"]["wait"])
    page.clock.fast_forward(FIVE_MINUTES)
    assert ask(page, asked) is None
    # It shows an older version than there is: the answer brings all that is new.
    page.evaluate(
        "const live = document.getElementById('live'); live.setAttribute('hx-get',"
        " live.getAttribute('hx-get').replace(/v=\\d+/, 'v=0')); htmx.process(live)"
    )
    ask(page, asked)
    page.evaluate("window.scrollTo(0, 120)")
    page.wait_for_timeout(100)
    assert ask(page, asked) is None
    # A pointer that rests while what is below it changes.
    page.evaluate("document.dispatchEvent(new PointerEvent('pointermove', {bubbles: true}))")
    assert ask(page, asked) is None
