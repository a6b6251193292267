"""Passkeys in a real Chromium, by an authenticator of its own tools: signing up and in, proving who one is."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.checks import find_axe_faults
from tests.browser.conftest import NewPerson
from tests.browser.people import Person
from tests.browser.turns import start_game
from tests.browser.waiting import follow

pytestmark = pytest.mark.browser
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def add_authenticator(person: Person) -> Any:
    """Give a person's browser a place for passkeys, and return the tools that ask about it."""
    tools = person.context.new_cdp_session(person.page)
    tools.send("WebAuthn.enable")
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return tools


def sign_up_with_passkey(person: Person, name: str) -> None:
    """Fill in the sign-up page now open, type the code and make the passkey."""
    page, email = person.page, f"{name.lower()}@example.org"
    page.fill("[name=email]", email)
    page.fill("[name=display_name]", name)
    follow(page.locator("button[name=passkey]"))
    page.fill("[name=code]", person.read_code(email))
    follow(page.locator("main form button.primary"))
    expect(page).to_have_url(re.compile("/accounts/ways/passkeys/add/"))
    follow(page.locator("main form button.primary"))
    expect(page.locator("#messages .success").last).to_contain_text("passkey")


def sign_out(page: Page) -> None:
    page.goto("/accounts/settings/")
    follow(page.locator("main form[action$='/logout/'] button"))
    expect(page.locator(".site-header a[href$='/login/']")).to_be_visible()


def test_a_guest_signs_up_with_a_passkey_keeps_the_game_and_signs_in_with_it(new_person: NewPerson) -> None:
    person = new_person()
    add_authenticator(person)
    page = person.go("/")
    start_game(page)
    expect(page.locator(".hand .card").first).to_be_visible()
    code = re.findall(r"/g/(\w+)/", page.url)[0]
    person.go("/accounts/signup/")
    sign_up_with_passkey(person, "Petra")
    expect(page).to_have_url(re.compile("/games/$"))
    expect(page.locator(f"a[href*='/g/{code}/']").first).to_be_visible()

    sign_out(page)
    person.go(f"/accounts/login/?next=/g/{code}/")
    assert find_axe_faults(page) == []
    follow(page.locator("form[data-passkey] button"))
    expect(page).to_have_url(re.compile(f"/g/{code}/"))
    expect(page.locator(".hand .card").first).to_be_visible()


def test_a_passkey_proves_who_one_is_is_listed_and_is_taken_away(new_person: NewPerson) -> None:
    person = new_person(viewport={"width": 360, "height": 740})
    tools = add_authenticator(person)
    page = person.go("/accounts/signup/")
    sign_up_with_passkey(person, "Quentin")
    sign_out(page)
    person.go("/accounts/login/")
    follow(page.locator("form[data-passkey] button"))
    expect(page).to_have_url(re.compile("/games/$"))
    person.go("/accounts/ways/")
    expect(page.locator(".bare li")).to_have_count(1)
    assert find_axe_faults(page) == []
    follow(page.locator(".bare a"))
    expect(page).to_have_url(re.compile("/accounts/identity/"))
    assert find_axe_faults(page) == []
    follow(page.locator("form[data-passkey] button"))
    expect(page).to_have_url(re.compile(r"^[^?]*/remove/"))
    follow(page.locator("main form button"))
    expect(page.locator("#messages .success")).to_be_visible()
    expect(page.locator(".bare li")).to_have_count(0)

    # The browser still has it: the site no longer takes it.
    sign_out(page)
    person.go("/accounts/login/")
    follow(page.locator("form[data-passkey] button"))
    expect(page.locator("#messages .error")).to_be_visible()
    tools.detach()
