"""A holiday: announced at the table that waits for it, of no matter to the one that does not, and ended early."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.turns import open_tab

pytestmark = pytest.mark.browser


def test_a_holiday_is_announced_where_it_is_waited_for_and_nowhere_else(new_person: NewPerson, scenes: Scenes) -> None:
    waits, refuses = scenes["days"]["vacations"], scenes["days"]["no_vacations"]
    tilda, ulysse = new_person(viewport={"width": 390, "height": 844}), new_person()
    tilda.sign_in("tilda@example.org", scenes["password"])
    ulysse.sign_in("ulysse@example.org", scenes["password"])
    board = ulysse.go(f"/g/{waits}/").locator("#board")
    page = tilda.go("/accounts/settings/playing/")
    page.get_by_role("link", name="Plan a holiday").click()
    today = datetime.now(ZoneInfo("Europe/Paris")).date()
    page.fill("[name=first]", today.isoformat())
    page.fill("[name=last]", (today + timedelta(days=40)).isoformat())
    page.locator("#vacation-form button").click()
    # Too long: the days typed are still there.
    expect(page.locator("#vacation-form .errors")).to_contain_text("choose fewer")
    expect(page.locator("[name=first]")).to_have_value(today.isoformat())
    page.fill("[name=last]", (today + timedelta(days=2)).isoformat())
    page.locator("#vacation-form button").click()
    expect(page.locator("main")).to_contain_text("Tables that don’t wait for holidays")
    back = today + timedelta(days=3)
    expect(board).to_contain_text(f"Tilda is away until {back:%A}")
    # The other table waits for nobody, and says so.
    other = new_person()
    other.sign_in("ulysse@example.org", scenes["password"])
    there = other.go(f"/g/{refuses}/")
    expect(there.locator("#board")).not_to_contain_text("Tilda is away")
    open_tab(there, "about")
    expect(there.locator("#about")).to_contain_text("no holidays")
    page.get_by_role("button", name="I’m back").click()
    expect(page.locator("main")).to_contain_text("27 days left" if today.year == back.year else "days left")
    expect(board).not_to_contain_text("Tilda is away")
