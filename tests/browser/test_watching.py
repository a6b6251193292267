"""A visitor watches a game of two people and a bot on a phone, from its start to its end, and the shared replay."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.checks import find_axe_faults, find_layout_faults
from tests.browser.conftest import NewPerson, Scenes
from tests.browser.people import Person, play_late, start_with_bots
from tests.browser.turns import is_asked, is_over, open_tab, take_turn
from tests.browser.waiting import LOOK_AGAIN, LOOK_SOON, catch_up, follow, settle, wait_until

pytestmark = pytest.mark.browser
NOTE_GAP = """() => document.addEventListener("telling", () => {
  const log = document.querySelector("#side > .was").getBoundingClientRect();
  window.gap = log.top - document.querySelector("#tabs").getBoundingClientRect().bottom;
})"""
"""Note how far the old log lies below its tabs when a story begins."""
PHONE: ViewportSize = {"width": 390, "height": 844}


def test_a_visitor_watches_a_game_to_its_end(member: NewPerson, new_person: NewPerson) -> None:
    host, guest = member(), member("robin", locale="fr-FR")
    visitor, plain = new_person(viewport=PHONE), new_person(java_script_enabled=False)
    sit_down(guest, open_public_table(host))
    expect(host.page.locator(".seats")).to_contain_text("Robin")
    start_with_bots(host.page)
    expect(guest.page.locator("#board")).to_be_visible()

    link = find_on_list(visitor, host.page.locator("h1").inner_text().split("\n")[0])
    assert find_link(host) == f"{host.site.url}{link}"
    watch_to_the_end(visitor.page, plain, link, host, guest)

    expect(visitor.page.locator(".lead")).to_contain_text("over")
    assert "Camille" not in visitor.page.locator("main").inner_text()
    for person in (host, guest):
        share(person)
    visitor.page.reload()
    follow(visitor.page.locator("main a.primary"))
    expect(visitor.page.locator(".board, #board").first).to_be_visible()
    assert "Camille" not in visitor.page.locator("main").inner_text()


def open_public_table(host: Person) -> str:
    """Open a table of three that anyone finds and may watch; return its address."""
    host.go("/games/new/insidejob/")
    host.page.locator("[name=seats][value='3']").check()
    host.page.locator("[name=is_public][value=on]").check()
    host.page.locator("#own-way > summary").click()
    host.page.locator("[name=watchers][value=link]").check()
    follow(host.page.locator("#own-way button.primary"))
    expect(host.page.locator("main")).to_contain_text("Anyone can watch this game.")
    return host.page.url


def sit_down(guest: Person, table: str) -> None:
    guest.page.goto(table)
    expect(guest.page.locator(".note")).to_contain_text("Tout le monde peut regarder")
    follow(guest.page.locator("form[action$='/join/'] button"))


def find_on_list(visitor: Person, name: str) -> str:
    """Follow the list of public tables to a running game, and return the path of its page."""
    visitor.go("/tables/")
    assert find_layout_faults(visitor.page) == []
    visitor.page.set_viewport_size(PHONE)
    # Another table may have the same name; the list has the latest first.
    follow(visitor.page.locator("section[aria-labelledby=to-watch] a", has_text=name).first)
    expect(visitor.page.locator("#board")).to_be_visible()
    return visitor.page.url.removeprefix(visitor.site.url)


def find_link(host: Person) -> str:
    open_tab(host.page, "about")
    return host.page.locator("#watch-link").input_value()


def watch_to_the_end(watcher: Page, plain: Person, link: str, *players: Person) -> None:
    """Play a game's first and last turns while a page follows it; look at the page now and then."""
    dice, turns, seen = Random(3), 0, set()
    host, guest = (player.page for player in players)
    while not is_over(host):
        mover, waiter = (host, guest) if is_asked(host) else (guest, host)
        shown = read_version(watcher)
        take_turn(mover, dice)
        catch_up(waiter, mover)
        if is_over(host):
            break
        if turns == 0:
            wait_until(watcher, lambda: read_version(watcher) != shown, "a move that is told by itself")  # noqa: B023
        else:
            poll(watcher, shown)
        seen.add(watcher.locator("#board h2").first.inner_text())
        if turns == 2:
            look_at(watcher, plain, link, host)
        turns += 1
        if len(seen) == 4:
            play_late(*players)
    assert len(seen) > 1, "the board went on"
    # It polls, and the news of the end loads another page: nothing can be run in this one meanwhile.
    expect(watcher.locator("#board")).to_have_count(0)


def poll(watcher: Page, shown: str) -> None:
    """Poll once. A vote may change nothing but a tag."""
    watcher.evaluate(LOOK_AGAIN)
    wait_until(watcher, lambda: read_version(watcher) != shown, "the next move", every=LOOK_SOON)
    settle(watcher)


def read_version(page: Page) -> str:
    found = re.search(r"v=(\w+)", page.locator("#live").get_attribute("hx-get") or "")
    assert found
    return found[1]


def look_at(watcher: Page, plain: Person, link: str, host: Page) -> None:
    """The page has no hand and no button, fits the screen, and is the same without scripts; the host sees a count."""
    assert watcher.locator("#mine, form, .hand").count() == 0
    assert watcher.locator("#tab-talk, #tab-notes").count() == 0
    assert find_layout_faults(watcher) == []
    assert find_axe_faults(watcher) == []
    watcher.set_viewport_size(PHONE)
    plain.go(link)
    expect(plain.page.locator("#board")).to_contain_text("Camille")
    for tab in ("past", "about", "log"):
        follow(plain.page.locator(f"#tab-{tab}"))
        expect(plain.page.locator(f"#{tab}")).to_be_visible()
    host.reload()
    expect(host.locator("#watching")).to_contain_text(re.compile(r"[12]"))


def share(person: Person) -> None:
    open_tab(person.page, "about")
    follow(person.page.locator("#sharing button"))


def test_the_log_of_a_spectator_lies_below_its_tabs_in_a_story(
    member: NewPerson, new_person: NewPerson, scenes: Scenes
) -> None:
    code = scenes["alone"]["trick_watched"]
    page = new_person(viewport=PHONE, reduced_motion="no-preference").go(f"/watch/{code}/")
    page.evaluate(NOTE_GAP)
    take_turn(member("rosalie").go(f"/g/{code}/"), Random(2))
    page.evaluate(LOOK_AGAIN)
    page.wait_for_function("() => window.gap !== undefined")
    assert page.evaluate("gap") >= 0
