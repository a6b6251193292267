"""Guests: three clicks to the first card, a seat at a friend's table, games kept on signing up, and no JavaScript."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.checks import find_axe_faults
from tests.browser.conftest import NewPerson
from tests.browser.people import start_with_bots
from tests.browser.turns import FORM, RESULT, is_asked, is_over, open_tab, pick, say, start_game, take_turn
from tests.browser.waiting import catch_up, follow, send

pytestmark = pytest.mark.browser
CARDS_DEALT = 12


def test_three_clicks_lead_a_visitor_to_the_first_card_and_signing_up_keeps_the_game(
    new_person: NewPerson,
) -> None:
    visitor = new_person()
    page = visitor.go("/")
    hand = page.locator(".hand .card")

    start_game(page)
    expect(hand).to_have_count(CARDS_DEALT)
    for name in ("mission", "card"):
        if page.locator(f"{FORM} [name={name}]").count():
            pick(page, name, Random(1))
    send(page.locator("#play-button"))

    assert not is_over(page), "this deal ends with its first trick"
    expect(hand).to_have_count(CARDS_DEALT - 1)
    address = page.url
    guest_name = page.locator(".player.me .player-name .visually-hidden").first.inner_text()
    follow(page.locator(".top-bar a[href='/accounts/signup/']"))
    visitor.sign_up("Chloe")
    visitor.go("/games/")
    expect(page.locator("a.row")).to_have_count(1)
    follow(page.locator("a.row"))
    expect(page).to_have_url(address)
    # The table keeps the name of its deal.
    expect(page.locator(".player.me")).to_contain_text(guest_name)
    expect(visitor.go("/games/").locator(".site-header")).to_contain_text("Chloe")


def test_a_guest_follows_a_link_plays_a_card_adds_an_address_and_still_sits_there(
    member: NewPerson, new_person: NewPerson
) -> None:
    host = member()
    visitor = new_person(locale="fr-FR", viewport={"width": 390, "height": 844}, timezone_id="America/Toronto")
    host.go("/games/new/insidejob/")
    host.page.locator("[name=seats][value='4']").check()
    expect(host.page.locator("[name=guests_welcome]")).to_be_checked()
    follow(host.page.locator("#preset-relaxed"))
    link = host.page.locator("#link").input_value()

    page = visitor.go(link)
    assert find_axe_faults(page) == []
    page.fill("#as-guest [name=display_name]", "Alba")
    follow(page.locator("#guest-button"))
    expect(page.locator("#as-guest .errors")).to_be_visible()
    page.fill("#as-guest [name=display_name]", "Solène")
    follow(page.locator("#guest-button"))
    expect(page.locator(".seat.me")).to_contain_text("Solène")
    expect(page.locator("#link")).to_have_count(0)
    assert find_axe_faults(page) == []
    expect(host.page.locator(".seats")).to_contain_text("guest")
    start_with_bots(host.page)

    dice, hand = Random(5), page.locator(".hand .card")
    expect(hand).to_have_count(CARDS_DEALT)
    page.wait_for_load_state()
    while hand.count() == CARDS_DEALT:
        mover, other = (page, host.page) if is_asked(page) else (host.page, page)
        take_turn(mover, dice)
        catch_up(other, mover)
    expect(host.page.locator(".player", has_text="Solène").locator(".tag", has_text="guest")).to_be_visible()
    assert find_axe_faults(page) == []

    address = page.url
    follow(page.locator(".top-bar a[href='/accounts/signup/']"))
    visitor.sign_up("Solenne")
    page = visitor.go(address)
    # The table keeps the name of its deal.
    expect(page.locator(".player.me")).to_contain_text("Solène")
    expect(hand).not_to_have_count(CARDS_DEALT)
    host.page.reload()
    expect(host.page.locator(".player", has_text="Solène").locator(".tag", has_text="guest")).to_have_count(0)


def test_a_friend_at_a_phone_sits_down_with_a_name_plays_and_is_asked_once_how_to_be_told(
    member: NewPerson, new_person: NewPerson
) -> None:
    host = member()
    visitor = new_person(locale="fr-FR", viewport={"width": 390, "height": 664})
    host.go("/games/new/insidejob/")
    host.page.locator("[name=seats][value='4']").check()
    follow(host.page.locator("#preset-relaxed"))
    page = visitor.go(host.page.locator("#link").input_value())

    for spot in ("h1", ".tempo", "#as-guest [name=display_name]", "#guest-button"):
        expect(page.locator(spot)).to_be_in_viewport(ratio=1)
    page.fill("#as-guest [name=display_name]", "Zélie")
    follow(page.locator("#guest-button"))
    expect(page.locator(".seat.me")).to_contain_text("Zélie")
    expect(host.page.locator(".seats")).to_contain_text("Zélie")
    start_with_bots(host.page)

    dice, hand, ask = Random(5), page.locator(".hand .card"), page.locator("#not-told")
    expect(hand).to_have_count(CARDS_DEALT)
    page.wait_for_load_state()
    while hand.count() == CARDS_DEALT:
        expect(ask).to_have_count(0)
        mover, other = (page, host.page) if is_asked(page) else (host.page, page)
        take_turn(mover, dice)
        catch_up(other, mover)
    expect(ask).to_be_visible()
    assert find_axe_faults(page) == []
    assert find_places(page) == ["below", "beside"]
    follow(page.locator("#how-told"))
    expect(page.locator("#told-address")).to_be_visible()
    assert find_axe_faults(page) == []
    page.go_back()
    ask.press("Enter")
    expect(ask).to_have_count(0)
    expect(page.locator("main :focus")).to_have_count(1)
    page.reload()
    expect(page.locator("#ask-how")).to_be_empty()


def find_places(page: Page) -> list[str]:
    """Say where the question stands on a phone and on a laptop: it may cover neither the hand nor the banner."""
    places, size = [], page.viewport_size
    for width, height in ((390, 664), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => scrollTo(0, 0)")
        asks, dock, banner = (page.locator(spot).bounding_box() for spot in ("#ask-how", "#mine", "#status"))
        assert asks
        assert dock
        assert banner
        assert asks["y"] >= banner["y"] + banner["height"]
        is_below = asks["y"] >= dock["y"] + dock["height"]
        places.append("below" if is_below else "beside" if asks["x"] >= dock["x"] + dock["width"] else "over")
    if size:
        page.set_viewport_size(size)
    return places


def test_deadlines_are_told_in_the_zone_of_the_browser(new_person: NewPerson) -> None:
    page = new_person(timezone_id="America/Toronto").go("/")
    start_game(page)
    open_tab(page, "about")
    expect(page.locator("#about")).to_contain_text("(Toronto)")
    newcomer = new_person(timezone_id="Asia/Tokyo")
    newcomer.go("/accounts/signup/")
    newcomer.sign_up("Yoko")
    newcomer.go("/accounts/settings/account/")
    expect(newcomer.page.locator("[name=time_zone]")).to_have_value("Asia/Tokyo")


def test_a_game_can_be_played_to_the_end_without_javascript(new_person: NewPerson) -> None:
    visitor = new_person(java_script_enabled=False)
    page = visitor.go("/")
    start_game(page)
    dice = Random(3)
    say(page, "Anybody there?")
    while not is_over(page):
        take_turn(page, dice)
    expect(page.locator(f"{RESULT} .verdict")).to_have_count(4)
    open_tab(page, "past")
    expect(page.locator("#past-trick-1 [data-play], #past-trick-1 .card")).to_have_count(4)
    page.locator(".strip a").first.click()
    expect(page.locator("#step-on")).to_be_visible()
