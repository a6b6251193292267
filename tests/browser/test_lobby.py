"""A lobby is loaded again when somebody sits down: what its host was about to do is still there."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.acts import HIDE
from tests.browser.conftest import NewPerson, Scenes
from tests.browser.waiting import follow, loading

pytestmark = pytest.mark.browser
NOTE_SOUND = """window.AudioContext = class extends AudioContext {
  constructor() { super(); window.hasSounded = true; }
}"""


def test_what_the_host_has_unfolded_stays_so_when_a_friend_sits_down(member: NewPerson) -> None:
    host, friend = member(), member("robin")
    page = host.go("/games/new/insidejob/")
    page.locator("[name=seats][value='4']").check()
    follow(page.locator("#preset-week"))
    page.locator("#ask-fill").click()
    page.select_option("#fill-level", "expert")

    friend.go(page.url)
    with loading(page), loading(friend.page):
        friend.page.locator("form[action$='/join/'] button").click()

    expect(page.locator(".seats")).to_contain_text("Robin")
    expect(page.locator("#fill-level")).to_have_value("expert")
    expect(page.locator("#do-fill")).to_be_visible()
    expect(page.locator("#sure-cancel[open]")).to_have_count(0)
    page.goto(page.url)
    expect(page.locator("#do-fill")).to_be_hidden()


def test_a_live_table_in_the_background_asks_who_is_there_in_title_and_sound(member: NewPerson) -> None:
    host, friend = member(), member("robin")
    page = host.page
    # A browser without a window shows every tab; so the page is told that it is hidden.
    page.add_init_script(f"{HIDE}; window.isHidden = name === 'hidden'; {NOTE_SOUND}")
    host.go("/games/new/target/")
    follow(page.locator("#preset-evening"))
    page.evaluate("name = 'hidden'; window.isHidden = true; document.dispatchEvent(new Event('visibilitychange'))")
    page.evaluate("localStorage.setItem('sound', 'on')")
    friend.go(page.url)
    with loading(page):
        follow(friend.page.locator("form[action$='/join/'] button"))
    expect(page).to_have_title(re.compile(r"^Are you ready\? · "))
    assert page.evaluate("window.hasSounded")
    expect(friend.page).not_to_have_title(re.compile("ready"))


def test_a_table_in_the_background_sounds_once_for_each_question(member: NewPerson) -> None:
    host, friend, other = member(), member("robin"), member("blandine")
    page = host.page
    page.add_init_script(f"{HIDE}; window.isHidden = name === 'hidden'; {NOTE_SOUND}")
    host.go("/games/new/insidejob/")
    page.locator("[name=seats][value='3']").check()
    follow(page.locator("#preset-evening"))
    page.evaluate("name = 'hidden'; window.isHidden = true; document.dispatchEvent(new Event('visibilitychange'))")
    page.evaluate("localStorage.setItem('sound', 'on')")
    for person in (friend, other):
        person.go(page.url)
        with loading(page):
            follow(person.page.locator("form[action$='/join/'] button"))
    assert page.evaluate("window.hasSounded")
    with loading(page):
        follow(friend.page.locator("#ready-button"))
    expect(page).to_have_title(re.compile(r"^Are you ready\? · "))
    assert not page.evaluate("window.hasSounded")


def test_a_table_opened_in_the_background_does_not_sound(member: NewPerson, scenes: Scenes) -> None:
    person = member("blandine")
    person.go("/games/")
    person.page.evaluate("localStorage.setItem('sound', 'on')")
    person.page.add_init_script(f"{HIDE}; window.isHidden = true; {NOTE_SOUND}")
    person.go(f"/g/{scenes['days']['stays']}/")
    expect(person.page).to_have_title(re.compile("^Your turn · "))
    assert not person.page.evaluate("window.hasSounded")


def test_a_link_is_copied_where_the_browser_offers_no_clipboard(member: NewPerson) -> None:
    host = member()
    host.context.add_init_script("delete Navigator.prototype.clipboard")
    page = host.go("/games/new/insidejob/")
    follow(page.locator("#preset-week"))
    page.locator("[data-copy=link]").click()
    expect(page.locator("#copied")).not_to_be_empty()
    page.locator("#talk-text").focus()
    page.keyboard.press("ControlOrMeta+V")
    expect(page.locator("#talk-text")).to_have_value(page.locator("#link").input_value())


def test_who_types_while_a_friend_sits_down_types_on(member: NewPerson) -> None:
    host, friend = member(), member("robin")
    page = host.go("/games/new/insidejob/")
    page.locator("[name=seats][value='4']").check()
    follow(page.locator("#preset-week"))
    page.locator("#talk-text").press_sequentially("hlo")
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    friend.go(page.url)
    with loading(page), loading(friend.page):
        friend.page.locator("form[action$='/join/'] button").click()
    page.keyboard.type("el")
    expect(page.locator("#talk-text")).to_have_value("hello")


def test_arrivals_and_words_show_within_two_seconds(member: NewPerson) -> None:
    host, friend = member(), member("robin")
    page = host.page
    page.clock.install()
    host.go("/games/new/insidejob/")
    page.locator("[name=seats][value='4']").check()
    follow(page.locator("#preset-week"))
    # Long after it was opened, too.
    page.clock.fast_forward("01:00:00")
    page.clock.pause_at(datetime.now(tz=UTC) + timedelta(hours=2))
    expect(page.locator("#live.htmx-request")).to_have_count(0)
    friend.go(page.url)
    follow(friend.page.locator("form[action$='/join/'] button"))
    with loading(page):
        page.clock.run_for(2_000)
    expect(page.locator(".seats")).to_contain_text("Robin")
    expect(page.locator("#live.htmx-request")).to_have_count(0)
    friend.page.fill("#talk-text", "Here I am")
    with friend.page.expect_response(re.compile("/talk/$")):
        friend.page.locator("#talk-form button").click()
    page.clock.run_for(2_000)
    expect(page.locator("#talk")).to_contain_text("Here I am")


def test_a_name_of_24_letters_stands_on_one_line_of_a_phone(member: NewPerson) -> None:
    page = member(viewport={"width": 390, "height": 844}).go("/games/new/insidejob/")
    follow(page.locator("#preset-week"))
    name = page.locator(".seats .seat-name .person").first
    name.evaluate("name => { name.textContent = 'Maximilien-Christophe du' }")
    count_lines = """name => {
      const all = document.createRange();
      all.selectNodeContents(name);
      return all.getClientRects().length;
    }"""
    assert name.evaluate(count_lines) == 1
