"""Guests: three clicks to the first card, a game that is kept on signing up, and a game without JavaScript."""

from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.turns import FORM, RESULT, is_over, pick, say, take_turn

pytestmark = pytest.mark.browser
CARDS_DEALT = 12


def test_three_clicks_lead_a_visitor_to_the_first_card_and_signing_up_keeps_the_game(
    new_person: NewPerson,
) -> None:
    visitor = new_person()
    page = visitor.go("/")
    hand = page.locator(".hand .card")

    page.locator(".hero-button").click()
    expect(hand).to_have_count(CARDS_DEALT)
    for name in ("mission", "card"):
        if page.locator(f"{FORM} [name={name}]").count():
            pick(page, name, Random(1))
    page.locator("#play-button").click()

    expect(hand).to_have_count(CARDS_DEALT - 1)
    address = page.url
    guest_name = page.locator(".player.me .player-name .visually-hidden").first.inner_text()
    page.locator(".top-bar a[href='/accounts/signup/']").click()
    visitor.sign_up("Chloe")
    visitor.go("/games/")
    expect(page.locator("a.row")).to_have_count(1)
    page.locator("a.row").click()
    expect(page).to_have_url(address)
    expect(page.locator(".player.me")).to_contain_text("Chloe")
    assert guest_name not in page.locator("main").inner_text()


def test_deadlines_are_told_in_the_zone_of_the_browser(new_person: NewPerson) -> None:
    visitor = new_person(timezone_id="America/Toronto")
    page = visitor.go("/")
    page.locator(".hero-button").click()
    page.locator("#tab-about").click()
    expect(page.locator("#about")).to_contain_text("(Toronto)")
    newcomer = new_person(timezone_id="Asia/Tokyo")
    newcomer.go("/accounts/signup/")
    newcomer.sign_up("Yoko")
    newcomer.go("/accounts/settings/")
    expect(newcomer.page.locator("[name=time_zone]")).to_have_value("Asia/Tokyo")


def test_a_game_can_be_played_to_the_end_without_javascript(new_person: NewPerson) -> None:
    visitor = new_person(java_script_enabled=False)
    page = visitor.go("/")
    page.locator(".hero-button").click()
    dice = Random(3)
    say(page, "Anybody there?")
    while not is_over(page):
        take_turn(page, dice)
    expect(page.locator(f"{RESULT} .verdict")).to_have_count(4)
    page.locator("#tab-past").click()
    expect(page.locator("#past-trick-1 [data-play], #past-trick-1 .card")).to_have_count(4)
    page.locator(".strip a").first.click()
    expect(page.locator("#step-on")).to_be_visible()
