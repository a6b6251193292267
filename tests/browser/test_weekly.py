"""A weekly table from its form to its start a day later, and the season's page, by two people in Chromium."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.site import Site
from tests.browser.waiting import loading, wait_until

pytestmark = pytest.mark.browser


def test_a_weekly_table_opens_gathers_and_starts(new_person: NewPerson, scenes: Scenes, site: Site) -> None:
    owner, friend = new_person(), new_person()
    owner.sign_in(scenes["email"], scenes["password"])
    friend.sign_in(scenes["friend"], scenes["password"])
    page = owner.go("/circles/")
    page.fill("[name=name]", "Mondays")
    with loading(page):
        page.locator("form[action='/circles/'] button").click()
    circle = page.url
    friend.go(page.locator("#link").input_value())
    with loading(friend.page):
        friend.page.locator("main form button.primary").click()

    with loading(page):
        page.locator("#weekly-insidejob").click()
    page.select_option("[name=weekday]", "4")
    page.fill("[name=at]", "20:30")
    page.select_option("[name=seats]", "4")
    with loading(page):
        page.locator("#save-weekly").click()
    weekly = page.locator("section[aria-labelledby=weekly]")
    expect(weekly).to_contain_text("Every Friday at 20:30 (Paris)")
    with loading(page):
        weekly.get_by_role("button", name="Skip a week").click()
    expect(weekly).to_contain_text("Skipped")
    with loading(page):
        weekly.get_by_role("button", name="Don’t skip").click()

    code = (weekly.get_by_role("link", name="Change").get_attribute("href") or "").rstrip("/").rpartition("/")[2]
    site.pass_time("weekly", code)
    friend.go("/games/")
    seat = friend.page.locator("#for-circles + ul a", has_text="This week’s table is open")
    wait_until(friend.page, lambda: look_for(friend.page, seat), "the table of this week", patience=60_000)
    with loading(friend.page):
        seat.first.click()
    owner.go(friend.page.url)
    for person in (friend, owner):
        with loading(person.page):
            person.page.locator("form[action$='/join/'] button").click()
    game = page.url.rstrip("/").rpartition("/")[2]
    expect(page.locator("main")).to_contain_text("This table opens every week")
    site.pass_time("settle", game)
    expect(page.locator("#board")).to_be_visible(timeout=60_000)
    expect(page.locator("main")).to_contain_text("Robin")

    owner.go(circle)
    with loading(page):
        page.locator("section[aria-labelledby=seasons] a").first.click()
    expect(page.locator("main")).to_contain_text("No one has won a game this season yet.")
    assert page.url.startswith(f"{circle}seasons/")


def look_for(page: Page, seat: Locator) -> bool:
    """Load a page again, and tell whether it shows a seat."""
    page.reload()
    return seat.count() > 0
