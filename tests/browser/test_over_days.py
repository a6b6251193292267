"""Games that live for days: a mail that brings one back, a deadline that waits for nobody, those who cannot go on."""

import re
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.people import Person
from tests.browser.site import Site
from tests.browser.turns import FORM, NEWS_WITHIN, RESULT, open_tab, take_turn, vote

pytestmark = pytest.mark.browser
SWEPT_WITHIN = 60_000
"""Milliseconds until a due deadline shows on a page: a sweep every ten seconds, and a look at the news."""
LINK = re.compile(r"http://localhost:\d+(/g/\w+/)")
STOP_LINK = re.compile(r"http://localhost:\d+(/mail/stop/[^\s]+)")


def test_the_link_in_a_turns_mail_leads_to_a_card_played(new_person: NewPerson, site: Site, scenes: Scenes) -> None:
    code = scenes["days"]["mail"]
    site.pass_time(code, "notices")
    reader = new_person()
    text = reader.open_mail("maxime@example.org", "Your turn")
    [path] = set(LINK.findall(text))
    assert path == f"/g/{code}/"
    # Signed out on this device: the table is where signing in leads to.
    reader.go(path)
    reader.page.locator("main a[href*='/accounts/login/']").click()
    reader.page.fill("[name=login]", "maxime@example.org")
    reader.page.fill("[name=password]", scenes["password"])
    reader.page.locator("main form button.primary").click()
    expect(reader.page).to_have_url(re.compile(f"{path}$"))
    take_turn(reader.page, Random(3))
    expect(reader.page.locator("#log")).to_contain_text("Maxime plays the")


def test_a_mail_is_stopped_from_its_own_link_without_signing_in(
    new_person: NewPerson, site: Site, scenes: Scenes
) -> None:
    code = scenes["days"]["away"]
    site.pass_time(code, "notices")
    text = new_person().open_mail("morgan@example.org", "Your turn")
    stranger = new_person()
    page = stranger.go(STOP_LINK.findall(text)[0])
    assert wants_turns(new_person(), scenes), "looking at the page must change nothing"
    page.locator("main form button").click()
    expect(page.locator("main")).to_contain_text("no more emails of this kind")
    assert not wants_turns(new_person(), scenes)
    page.locator("main form button").click()
    expect(page.locator("main")).to_contain_text("we write to you again")
    assert wants_turns(new_person(), scenes)


def wants_turns(person: Person, scenes: Scenes) -> bool:
    """Tell whether the box for turns is ticked on Morgan's page of mail."""
    person.sign_in("morgan@example.org", scenes["password"])
    return bool(person.go("/mail/").locator("[name=turn]").is_checked())


def test_a_vote_is_closed_by_its_deadline_with_what_is_in(new_person: NewPerson, site: Site, scenes: Scenes) -> None:
    code = scenes["days"]["vote"]
    noor, alix = new_person(), new_person()
    noor.sign_in("noor@example.org", scenes["password"])
    alix.sign_in("jules@example.org", scenes["password"])
    pages = noor.go(f"/g/{code}/"), alix.go(f"/g/{code}/")
    vote(noor.page, noor.page.locator(f"{FORM} [name=against]").first.input_value())
    expect(noor.page.locator("#status-line")).to_contain_text("Waiting for Jules")
    site.pass_time(code, "deadline")
    for page in pages:
        expect(page.locator(RESULT)).to_be_visible(timeout=SWEPT_WITHIN)
    expect(verdict_of(noor.page, "Jules")).to_contain_text("did not vote")
    expect(verdict_of(noor.page, "Noor")).to_contain_text("voted against")
    text = new_person().open_mail("jules@example.org", "is over")
    assert f"/g/{code}/" in text


def verdict_of(page: Page, name: str) -> Locator:
    """Return the line of the result about somebody."""
    return page.locator(f"{RESULT} .verdict", has=page.locator(".seat-name", has_text=name))


def test_a_stand_in_plays_until_its_player_is_back_and_all_may_agree_to_end(
    new_person: NewPerson, scenes: Scenes
) -> None:
    code = scenes["days"]["away"]
    sacha, eden = new_person(), new_person()
    sacha.sign_in("morgan@example.org", scenes["password"])
    eden.sign_in("eden@example.org", scenes["password"])
    here, there = sacha.go(f"/g/{code}/"), eden.go(f"/g/{code}/")
    open_tab(here, "about")
    here.locator("#hand-over-button").click()
    expect(here.locator("#status-line")).to_contain_text("A stand-in is playing for you")
    expect(here.locator(FORM)).to_have_count(0)
    expect(there.locator("#board")).to_contain_text("A stand-in plays for Morgan", timeout=NEWS_WITHIN * 1000)
    here.locator("#take-back-button").click()
    expect(here.locator("#take-back-button")).to_have_count(0)
    expect(there.locator("#board")).not_to_contain_text("A stand-in plays", timeout=NEWS_WITHIN * 1000)
    for page in (here, there):
        open_tab(page, "about")
        page.locator("#end-button").click()
    for page in (here, there):
        expect(page.locator("#status-line")).to_contain_text(
            "You all agreed to end this game here", timeout=NEWS_WITHIN * 1000
        )
