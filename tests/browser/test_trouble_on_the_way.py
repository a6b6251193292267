"""What a page says when what it sends does not arrive: in words, with nothing typed lost."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.playing import PASSWORD
from tests.browser.waiting import follow, let_go, settle, wait_until

pytestmark = pytest.mark.browser
POLL = 11_000
"""Milliseconds within which a page asks for news, however long nothing has come to pass at its table."""
WORDS = "I was about to say"
FORM = "#talk-form button"
NEWS = "document.body.dispatchEvent(new CustomEvent('news'))"


def say(page: Page) -> None:
    page.fill("#talk-text", WORDS)
    page.locator(FORM).click()


@pytest.mark.parametrize("table", ["wait", "lobby"])
def test_a_page_that_outlived_its_sign_in_says_so_and_keeps_what_was_typed(
    table: str, member: NewPerson, scenes: Scenes
) -> None:
    person = member(viewport={"width": 390, "height": 664})
    old = person.page
    old.clock.install()
    person.go(f"/g/{scenes['tables'][table]}/?tab=talk")
    # Else it would ask for news while nobody is signed in, and leave for the page to sign in.
    old.clock.pause_at(datetime.now(tz=UTC) + timedelta(minutes=1))
    expect(old.locator("#live.htmx-request")).to_have_count(0)
    person.page = person.context.new_page()
    person.go("/games/")
    person.go("/accounts/logout/")
    person.page.locator("main form button").first.click()
    # This gives out a new CSRF token, too.
    person.type_password("camille")

    say(old)
    note = old.locator("#connection")
    expect(note).to_contain_text("signed in elsewhere")
    expect(note).to_be_in_viewport(ratio=1)
    expect(old.locator("#talk-text")).to_have_value(WORDS)
    # What comes still does not take the note away.
    with old.expect_response(re.compile("/news/")):
        old.clock.run_for(POLL)
    settle(old)
    expect(note).to_contain_text("signed in elsewhere")
    old.reload()
    say(old)
    expect(old.locator("#talk")).to_contain_text(WORDS)
    expect(old.locator("#talk-text")).to_have_value("")
    expect(note).to_be_empty()
    person.forgive("Status Error Code 403")


def test_a_word_that_does_not_arrive_stays_in_the_box_until_it_does(member: NewPerson, scenes: Scenes) -> None:
    person = member()
    page = person.page
    page.clock.install()
    person.go(f"/g/{scenes['tables']['wait']}/?tab=talk")
    note, box = page.locator("#connection"), page.locator("#talk-text")
    # Else an answer to the question for news could take back what is said of a word.
    page.clock.pause_at(datetime.now(tz=UTC) + timedelta(minutes=1))
    expect(page.locator("#live.htmx-request")).to_have_count(0)

    person.context.set_offline(True)
    say(page)
    expect(note).to_contain_text("Connection lost")
    expect(box).to_have_value(WORDS)
    person.context.set_offline(False)
    # The browser says that it is back; the page asks for news at once.
    expect(note).to_be_empty()

    page.route(re.compile("/talk/$"), lambda route: route.fulfill(status=503, body="busy"))
    page.locator(FORM).click()
    expect(note).to_contain_text("Connection lost")
    expect(box).to_have_value(WORDS)
    page.unroute(re.compile("/talk/$"))
    page.locator(FORM).click()
    expect(page.locator("#talk")).to_contain_text(WORDS)
    expect(box).to_have_value("")
    expect(note).to_be_empty()
    person.forgive("ERR_INTERNET_DISCONNECTED", "status of 503", "Status Error Code 503", "htmx:")


def test_what_cannot_be_stored_is_said_until_it_can(member: NewPerson, scenes: Scenes) -> None:
    person = member()
    page = person.go(f"/g/{scenes['tables']['wait']}/?tab=talk")
    note, box = page.locator("#connection"), page.locator("#talk-text")
    answer = {"X-Not-Stored": "yes", "HX-Reswap": "none", "Retry-After": "20"}
    page.route(re.compile("/talk/$"), lambda route: route.fulfill(status=503, headers=answer, body="<p>Full</p>"))
    say(page)
    expect(note).to_contain_text("can’t save anything")
    expect(box).to_have_value(WORDS)
    with page.expect_response(lambda response: "/news/" in response.url):
        page.evaluate("document.body.dispatchEvent(new CustomEvent('wake'))")
    expect(note).to_contain_text("can’t save anything")
    page.unroute(re.compile("/talk/$"))
    page.locator(FORM).click()
    expect(box).to_have_value("")
    expect(note).to_be_empty()
    person.forgive("status of 503", "Status Error Code 503", "htmx:")


def test_what_is_typed_while_a_message_is_on_its_way_stays(member: NewPerson, scenes: Scenes) -> None:
    page = member().go(f"/g/{scenes['tables']['wait']}/?tab=talk")
    held: list[Route] = []
    page.route(re.compile("/talk/$"), lambda route: held.append(route))
    with page.expect_request(re.compile("/talk/$")):
        say(page)
    box = page.locator("#talk-text")
    box.press_sequentially(" and more")
    with page.expect_response(re.compile("/talk/$")):
        let_go(page, held)
    expect(page.locator("#talk .talk-text").last).to_have_text(WORDS)
    settle(page)
    expect(box).to_have_value("and more")
    page.reload()
    expect(box).to_have_value("and more")


def test_a_draft_is_not_shown_to_who_signs_in_next(member: NewPerson, scenes: Scenes) -> None:
    person = member()
    page = person.go(f"/g/{scenes['tables']['wait']}/?tab=notes")
    page.fill("#note-text", WORDS)
    page.reload()
    expect(page.locator("#note-text")).to_have_value(WORDS)
    person.go("/accounts/logout/")
    person.page.locator("main form button").first.click()
    person.type_password("robin")
    person.go(f"/g/{scenes['tables']['wait']}/?tab=notes")
    expect(page.locator("#note-text")).to_have_value("")


def test_a_tab_pressed_while_the_open_one_is_brought_up_to_date_opens(member: NewPerson, scenes: Scenes) -> None:
    page = member().go(f"/g/{scenes['tables']['wait']}/")
    held: list[Route] = []
    page.route(re.compile("/panel/log/"), lambda route: held.append(route))
    with page.expect_request(re.compile("/panel/log/")):
        page.evaluate(NEWS)
    page.locator("#tab-talk").click()
    page.locator("#tab-past").click()
    expect(page.locator("#panel #log")).to_be_visible()
    let_go(page, held)
    expect(page.locator("#tabs [aria-current]")).to_have_id("tab-past")
    expect(page.locator("#panel #log")).to_have_count(0)


def test_news_that_come_while_the_open_tab_is_on_its_way_are_asked_for_again(member: NewPerson, scenes: Scenes) -> None:
    page = member().go(f"/g/{scenes['tables']['wait']}/")
    held: list[Route] = []
    log = re.compile("/panel/log/")
    page.route(log, lambda route: held.append(route))
    with page.expect_request(log):
        page.evaluate(NEWS)
    page.evaluate(NEWS)
    with page.expect_request(log):
        let_go(page, held)
    with page.expect_response(log):
        let_go(page, held)
    settle(page)
    assert held == []


def test_news_wait_for_the_answer_to_a_move(member: NewPerson, scenes: Scenes) -> None:
    page = member("prosper").go(f"/g/{scenes['alone']['card_held']}/")
    held: list[Route] = []
    page.route(re.compile("/move/"), lambda route: held.append(route))
    page.locator("#mine input[type=radio]:not([aria-disabled=true])").first.check(force=True)
    with page.expect_request(re.compile("/move/")):
        page.locator("#choice-form button.primary").first.click()
    decision = page.locator("#choice-form [name=decision]").input_value()
    page.route(re.compile("/news/"), lambda route: route.fulfill(body='<div id="mine" hx-swap-oob="true">news</div>'))
    with page.expect_response(re.compile("/news/")):
        page.evaluate("document.body.dispatchEvent(new CustomEvent('wake'))")
    expect(page.locator("#choice-form [name=decision]")).to_have_value(decision)
    page.unroute(re.compile("/news/"))
    let_go(page, held)
    expect(page.locator(f"#choice-form [name=decision][value='{decision}']")).to_have_count(0)


def test_a_form_that_was_stopped_on_its_way_can_be_sent_again(member: NewPerson, scenes: Scenes) -> None:
    person = member()
    page = person.page
    page.clock.install()
    person.go(f"/g/{scenes['tables']['lobby']}/")
    sent = 0

    def stop(route: Route) -> None:
        nonlocal sent
        sent += 1
        # As if its player had stopped it: the page stays.
        route.fulfill(status=204)

    page.route(re.compile("/name/$"), stop)
    button = page.locator("#rename-button")
    for _ in range(2):
        button.evaluate("button => button.click()")
    wait_until(page, lambda: sent == 1, "the form")
    page.clock.fast_forward(11_000)
    button.evaluate("button => button.click()")
    wait_until(page, lambda: sent == 2, "the form again")


def test_a_message_without_an_answer_can_be_sent_again(member: NewPerson, scenes: Scenes) -> None:
    page = member().go(f"/g/{scenes['tables']['wait']}/?tab=talk")
    page.route(re.compile("/talk/$"), lambda route: None)
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/talk/")):
        say(page)
    page.unroute(re.compile("/talk/$"))
    page.locator(FORM).click()
    expect(page.locator("#talk")).to_contain_text(WORDS)
    expect(page.locator("#talk-text")).to_have_value("")


def test_a_form_left_open_while_its_browser_signed_in_is_not_blamed_on_cookies(new_person: NewPerson) -> None:
    person = new_person()
    first = person.go("/")
    second, third = (person.context.new_page() for _ in range(2))
    for page in (second, third):
        page.goto("/accounts/login/?next=/rules/")
        page.fill("[name=login]", "camille@example.org")
        page.fill("[name=password]", PASSWORD)
    # Signing in gives out a new CSRF token.
    follow(third.locator("main form button.primary"))
    # A page of signing in leads on.
    follow(second.locator("main form button.primary"))
    expect(second).to_have_url(re.compile("/rules/$"))
    # Another says what happened, and one press does what was wanted.
    follow(first.locator(".hero-button").first)
    expect(first.locator("main")).to_contain_text("this browser has signed in: you’re Camille now")
    follow(first.locator("#send-again"))
    expect(first.locator("#board")).to_be_visible()
