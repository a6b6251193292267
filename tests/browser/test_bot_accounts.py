"""A member makes a bot account, and its program sits down at a table whose host lets bots in."""

import pytest
from playwright.sync_api import expect

from tests.browser.checks import find_axe_faults, find_layout_faults
from tests.browser.conftest import NewPerson
from tests.browser.people import start_with_bots
from tests.browser.playing import PASSWORD
from tests.browser.waiting import follow

pytestmark = pytest.mark.browser
BADGE = "bot by Camille"


def test_a_bot_account_is_made_and_sits_down(member: NewPerson) -> None:
    owner, host = member(), member("robin")
    page = owner.go("/accounts/settings/tokens/")
    page.fill("main [name=password]", PASSWORD)
    follow(page.locator("main form button.primary").first)
    page.fill("[name=bot_name]", "Ticktack")
    follow(page.locator("form", has=page.locator("[name=bot_name]")).locator("button"))
    token = page.locator("#token").inner_text()
    assert find_layout_faults(page) + find_axe_faults(page) == []
    owner.choose_language("fr")
    owner.go("/accounts/settings/tokens/")
    expect(page.locator("[name=remove_bot]")).to_have_count(2)
    assert find_layout_faults(page) + find_axe_faults(page) == []

    table = host.go("/games/new/insidejob/")
    table.locator("#own-way > summary").click()
    table.locator("[name=allows_bots]").check()
    assert find_axe_faults(table) == []
    follow(table.locator("#preset-relaxed"))
    code = table.url.rstrip("/").rpartition("/")[2]
    headers = {"Authorization": f"Bearer {token}"}
    offer = {"games": [{"title": "insidejob", "seats": [2, 3, 4, 5]}]}
    assert owner.context.request.put("/api/1/invitations", headers=headers, data=offer).ok
    table.reload()
    table.locator("#invite-bots > summary").click()
    expect(table.locator("#bot-list")).to_contain_text(BADGE)
    assert find_layout_faults(table) + find_axe_faults(table) == []
    follow(table.locator("#bot-list button"))
    expect(table.locator(".seats")).to_contain_text("seat kept")
    joined = owner.context.request.post(f"/api/1/games/{code}/join", headers=headers, data={})
    assert joined.ok, joined.text()
    expect(table.locator(".seats")).not_to_contain_text("seat kept")
    expect(table.locator(".seats")).to_contain_text(BADGE)
    assert find_layout_faults(table) + find_axe_faults(table) == []
    start_with_bots(table)
    expect(table.locator(".player", has_text="Ticktack (bot)")).to_contain_text(BADGE)
    assert find_layout_faults(table) + find_axe_faults(table) == []
