"""A page that waits: it asks less while nobody looks, and an old page is refused gently."""

from random import Random

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.turns import FORM, pick

pytestmark = pytest.mark.browser
POLL = 4000
HIDE = "Object.defineProperty(document, 'hidden', {get: () => window.isHidden === true})"
LOOK_AGAIN = "window.isHidden = false; document.dispatchEvent(new Event('visibilitychange'))"


def test_a_page_that_nobody_looks_at_asks_less_and_catches_up_at_once(new_person: NewPerson, scenes: Scenes) -> None:
    person = new_person()
    person.sign_in(scenes["email"], scenes["password"])
    page, asked = person.page, list[Request]()
    # A browser without a window shows every tab; so the page is told that it is hidden.
    page.add_init_script(HIDE)
    page.clock.install()
    page.on("request", lambda request: asked.append(request) if "/news/" in request.url else None)
    person.go(f"/g/{scenes['tables']['wait']}/")

    let_polls_pass(page, 15)
    assert 14 <= len(asked) <= 16
    assert not any("x-hidden-tab" in request.headers for request in asked)
    asked.clear()
    page.evaluate("window.isHidden = true")
    let_polls_pass(page, 15)
    assert ["x-hidden-tab" in request.headers for request in asked] == [True]
    asked.clear()
    with page.expect_response(lambda response: "/news/" in response.url):
        page.evaluate(LOOK_AGAIN)
    assert len(asked) == 1


def let_polls_pass(page: Page, polls: int) -> None:
    """Let so much time pass on the page's clock that it would ask so many times."""
    for _ in range(polls):
        page.clock.run_for(POLL)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(60)


def test_an_old_page_is_refused_gently_and_shows_the_game_as_it_stands(new_person: NewPerson) -> None:
    visitor = new_person()
    fresh = visitor.go("/")
    fresh.locator(".hero-button").click()
    old = visitor.context.new_page()
    old.goto(f"{fresh.url}?tab=talk")
    old.fill("#talk-text", "I was about to say")
    for page in (old, fresh):
        for name in ("mission", "card"):
            if page.locator(f"{FORM} [name={name}]").count():
                pick(page, name, Random(1))
    for page in (fresh, old):
        with page.expect_response(lambda response: response.url.endswith("/move/")):
            page.locator("#play-button").click()

    expect(old.locator("#choice-error")).to_be_visible()
    assert old.evaluate("document.activeElement.closest('#mine') !== null")
    expect(old.locator("#talk-text")).to_have_value("I was about to say")
    assert old.locator("#board").inner_text() == fresh.locator("#board").inner_text()
