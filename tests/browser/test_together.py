"""Two people at one table: each page says that both are here, and shows who would like to play on."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson, Scenes

pytestmark = pytest.mark.browser


def test_both_learn_that_all_are_here_and_one_press_says_that_one_would_play_on(
    member: NewPerson, scenes: Scenes
) -> None:
    first, second = (member(name).go(f"/g/{scenes['alone']['together']}/") for name in ("prosper", "rosalie"))
    for page in (first, second):
        page.mouse.move(50, 60)
    for page in (first, second):
        expect(page.locator("#together")).to_contain_text("Everyone is here.")
    second.locator("button#play-on").press("Enter")
    expect(first.locator("#together")).to_contain_text("Rosalie would like to keep playing now.")
    expect(second.locator("button#play-on")).to_have_count(0)
    # What was pressed is gone, and the words in its place are read.
    expect(second.locator("#play-on")).to_be_focused()
