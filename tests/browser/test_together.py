"""Two people at one table: each page says that both are here, and shows who would like to play on."""

import pytest
from playwright.sync_api import Request, expect

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.people import Person
from tests.browser.waiting import wait_until

pytestmark = pytest.mark.browser
FOUR_SECONDS = 4_000
"""In which a page that is calm asks once."""


def sit_down(person: Person, name: str, code: str, scenes: Scenes) -> None:
    person.sign_in(f"{name}@example.org", scenes["password"])
    person.go(f"/g/{code}/")
    person.page.mouse.move(50, 60)


def test_both_learn_that_all_are_here_and_one_press_says_that_one_would_play_on(
    new_person: NewPerson, scenes: Scenes
) -> None:
    code, first, second = scenes["premove"]["insidejob"], new_person(), new_person()
    sit_down(first, "philippa", code, scenes)
    sit_down(second, "quitterie", code, scenes)
    for person in (first, second):
        expect(person.page.locator("#together")).to_contain_text("Everyone is here.")
    second.page.locator("#play-on-button").click()
    expect(first.page.locator("#together")).to_contain_text("Quitterie would like to keep playing now.")
    expect(second.page.locator("#play-on-button")).to_have_count(0)

    asked: list[Request] = []
    first.page.on("request", lambda request: asked.append(request) if "/news/" in request.url else None)
    wait_until(first.page, lambda: len(asked) > 0, "a question for news")
    asked.clear()
    first.page.wait_for_timeout(FOUR_SECONDS)
    assert len(asked) >= 2, "the polls are lively"
