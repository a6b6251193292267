"""Two people at one table: each page says that both are here, and shows who would like to play on."""

import pytest
from playwright.sync_api import Request, expect

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.waiting import wait_until

pytestmark = pytest.mark.browser
FOUR_SECONDS = 4_000
"""In which a page that is calm asks once."""


def test_both_learn_that_all_are_here_and_one_press_says_that_one_would_play_on(
    member: NewPerson, scenes: Scenes
) -> None:
    first, second = (member(name).go(f"/g/{scenes['alone']['together']}/") for name in ("prosper", "rosalie"))
    for page in (first, second):
        page.mouse.move(50, 60)
    for page in (first, second):
        expect(page.locator("#together")).to_contain_text("Everyone is here.")
    second.locator("#play-on-button").click()
    expect(first.locator("#together")).to_contain_text("Rosalie would like to keep playing now.")
    expect(second.locator("#play-on-button")).to_have_count(0)

    asked: list[Request] = []
    first.on("request", lambda request: asked.append(request) if "/news/" in request.url else None)
    wait_until(first, lambda: len(asked) > 0, "a question for news")
    asked.clear()
    first.wait_for_timeout(FOUR_SECONDS)
    assert len(asked) >= 2, "the polls are lively"
