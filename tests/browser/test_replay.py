"""A replay plays itself until it is paused, or until its end."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPerson, Scenes

pytestmark = pytest.mark.browser
A_WHILE = 10_000


def step_of(page: Page) -> int:
    found = re.search(r"/replay/(\d+)/", page.url)
    return int(found[1]) if found else 0


def wait_for_step(page: Page, step: int) -> None:
    expect(page).to_have_url(re.compile(rf"/replay/{step}/"))
    expect(page.locator("#status-line")).to_contain_text(str(step))


def test_a_replay_plays_on_until_it_is_paused(member: NewPerson, scenes: Scenes) -> None:
    person = member()
    person.page.clock.install()
    page = person.go(f"/g/{scenes['tables']['result']}/replay/4/")
    button = page.locator("#step-play")
    button.click()
    wait_for_step(page, 5)
    expect(button).to_be_focused()
    page.clock.run_for(A_WHILE)
    wait_for_step(page, 6)
    button.click()
    expect(button).not_to_have_attribute("data-plays", "")
    page.clock.run_for(A_WHILE)
    assert step_of(page) == 6
    button.press("Enter")
    wait_for_step(page, 7)
    page.keyboard.press("ArrowLeft")
    wait_for_step(page, 6)
    page.clock.run_for(A_WHILE)
    assert step_of(page) == 6


def test_at_its_end_a_replay_stops_and_plays_again_from_its_beginning(member: NewPerson, scenes: Scenes) -> None:
    person = member()
    person.page.clock.install()
    page = person.go(f"/g/{scenes['tables']['result']}/replay/999/")
    page.locator("#step-back").click()
    last = step_of(page) + 1
    page.locator("#step-play").click()
    wait_for_step(page, last)
    page.clock.run_for(A_WHILE)
    expect(page.locator("#step-play")).not_to_have_attribute("data-plays", "")
    page.locator("#step-play").click()
    wait_for_step(page, 0)


def test_on_a_phone_the_steps_stay_at_one_height(member: NewPerson, scenes: Scenes) -> None:
    person = member(viewport={"width": 390, "height": 844})
    heights = set()
    for step in (0, 4, 6, 9):
        person.go(f"/g/{scenes['tables']['result']}/replay/{step}/")
        box = person.page.locator("#step-on").bounding_box()
        assert box
        heights.add(box["y"])
    assert len(heights) == 1


def test_without_scripts_there_is_nothing_to_play(member: NewPerson, scenes: Scenes) -> None:
    page = member(java_script_enabled=False).go(f"/g/{scenes['tables']['result']}/replay/4/")
    expect(page.locator("#step-on")).to_be_visible()
    expect(page.locator("#step-play")).to_be_hidden()
