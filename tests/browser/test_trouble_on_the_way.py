"""What a page says when what it sends does not arrive: in words, with nothing typed lost."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPerson, Scenes

pytestmark = pytest.mark.browser
POLL = 4000
WORDS = "I was about to say"
FORM = "#talk-form button"


def say(page: Page) -> None:
    """Type something and send it."""
    page.fill("#talk-text", WORDS)
    page.locator(FORM).click()


def test_a_page_that_outlived_its_sign_in_says_so_and_keeps_what_was_typed(
    new_person: NewPerson, scenes: Scenes
) -> None:
    person = new_person()
    person.sign_in(scenes["email"], scenes["password"])
    old = person.page
    old.clock.install()
    person.go(f"/g/{scenes['tables']['wait']}/?tab=talk")
    person.page = person.context.new_page()
    person.go("/games/")
    person.go("/accounts/logout/")
    person.page.locator("main form button").first.click()
    person.sign_in(scenes["email"], scenes["password"])

    say(old)
    note = old.locator("#connection")
    expect(note).to_contain_text("signed in elsewhere")
    expect(old.locator("#talk-text")).to_have_value(WORDS)
    # News still comes, and does not take the note away.
    with old.expect_response(lambda response: "/news/" in response.url):
        old.clock.run_for(POLL)
    expect(note).to_contain_text("signed in elsewhere")
    old.reload()
    say(old)
    expect(old.locator("#talk")).to_contain_text(WORDS)
    expect(old.locator("#talk-text")).to_have_value("")
    expect(note).to_be_empty()
    person.forgive("Status Error Code 403")


def test_a_word_that_does_not_arrive_stays_in_the_box_until_it_does(new_person: NewPerson, scenes: Scenes) -> None:
    person = new_person()
    person.sign_in(scenes["email"], scenes["password"])
    page = person.page
    page.clock.install()
    person.go(f"/g/{scenes['tables']['wait']}/?tab=talk")
    note, box = page.locator("#connection"), page.locator("#talk-text")

    person.context.set_offline(True)
    say(page)
    expect(note).to_contain_text("interrupted")
    expect(box).to_have_value(WORDS)
    person.context.set_offline(False)
    # The browser says that it is back; the page asks for news at once.
    expect(note).to_be_empty()

    page.route(re.compile("/talk/$"), lambda route: route.fulfill(status=503, body="busy"))
    page.locator(FORM).click()
    expect(note).to_contain_text("interrupted")
    expect(box).to_have_value(WORDS)
    page.unroute(re.compile("/talk/$"))
    page.locator(FORM).click()
    expect(page.locator("#talk")).to_contain_text(WORDS)
    expect(box).to_have_value("")
    expect(note).to_be_empty()
    person.forgive("ERR_INTERNET_DISCONNECTED", "status of 503", "Status Error Code 503", "htmx:")
