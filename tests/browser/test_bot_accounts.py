"""A member makes a bot account, and its program sits down at a table whose host lets bots in."""

import pytest
from playwright.sync_api import expect

from tests.browser.checks import find_axe_faults, find_layout_faults
from tests.browser.conftest import NewPerson, Scenes
from tests.browser.people import start_with_bots
from tests.browser.waiting import loading

pytestmark = pytest.mark.browser
BADGE = "bot by Camille"


def test_a_bot_account_is_made_and_sits_down(new_person: NewPerson, scenes: Scenes) -> None:
    owner, host = new_person(), new_person()
    owner.sign_in(scenes["email"], scenes["password"])
    page = owner.go("/accounts/settings/tokens/")
    page.fill("main [name=password]", scenes["password"])
    with loading(page):
        page.locator("main form button.primary").first.click()
    page.fill("[name=bot_name]", "Ticktack")
    with loading(page):
        page.locator("form", has=page.locator("[name=bot_name]")).locator("button").click()
    token = page.locator("#token").inner_text()
    assert find_layout_faults(page) + find_axe_faults(page) == []
    owner.choose_language("fr")
    owner.go("/accounts/settings/tokens/")
    expect(page.locator("[name=remove_bot]")).to_have_count(2)
    assert find_layout_faults(page) + find_axe_faults(page) == []

    host.sign_in(scenes["friend"], scenes["password"])
    table = host.go("/games/new/insidejob/")
    table.locator("#who-comes > summary").click()
    table.locator("[name=allows_bots]").check()
    assert find_axe_faults(table) == []
    with loading(table):
        table.locator("#preset-relaxed").click()
    code = table.url.rstrip("/").rpartition("/")[2]
    headers = {"Authorization": f"Bearer {token}"}
    joined = owner.context.request.post(f"/api/1/games/{code}/join", headers=headers, data={})
    assert joined.ok, joined.text()
    expect(table.locator(".seats")).to_contain_text(BADGE)
    assert find_layout_faults(table) + find_axe_faults(table) == []
    start_with_bots(table)
    expect(table.locator(".player", has_text="Ticktack (bot)")).to_contain_text(BADGE)
    assert find_layout_faults(table) + find_axe_faults(table) == []
