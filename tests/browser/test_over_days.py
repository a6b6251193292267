"""Games that live for days: a mail that brings one back, and a deadline that waits for nobody."""

import re
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.playing import PASSWORD
from tests.browser.site import Site
from tests.browser.turns import FORM, RESULT, take_turn, vote
from tests.browser.waiting import PATIENCE, follow, wait_until

pytestmark = pytest.mark.browser
SWEPT_WITHIN = 2 * PATIENCE
"""Milliseconds until what the sweep does shows on a page: it comes every ten seconds, and then a look at the news."""
LINK = re.compile(r"http://localhost:\d+(/g/\w+/)")
TURN_LINK = re.compile(r"http://localhost:\d+(/mail/turn/[^\s]+)")


def test_the_link_in_a_turns_mail_leads_to_a_card_played(new_person: NewPerson, site: Site, scenes: Scenes) -> None:
    code = scenes["days"]["mail"]
    site.pass_time("notices", code)
    reader = new_person()
    text = reader.open_mail("maxime@example.org", "Your turn")
    [path] = set(LINK.findall(text))
    assert path == f"/g/{code}/"
    # Signed out on this device: the table is where signing in leads to.
    reader.go(path)
    follow(reader.page.locator("main a[href*='/accounts/login/?']"))
    reader.page.fill("[name=login]", "maxime@example.org")
    reader.page.fill("[name=password]", PASSWORD)
    follow(reader.page.locator("main form button.primary"))
    expect(reader.page).to_have_url(re.compile(f"{path}$"))
    take_turn(reader.page, Random(3))
    expect(reader.page.locator("#log")).to_contain_text("You play the")


def test_a_digest_is_one_mail_that_leads_to_every_table(member: NewPerson, site: Site, scenes: Scenes) -> None:
    codes = [scenes["days"][name] for name in ("digest", "digest_too")]
    reader = member("perrine")
    page = reader.go("/mail/")
    page.select_option("[name=mail-schedule]", "daily")
    follow(page.locator("main form button.primary").first)
    expect(page.locator("#messages .success")).to_be_visible()
    site.pass_time("asked", *codes)
    # What is asked waits for six o'clock, and then goes out together.
    waiting = page.locator("main tr", has_text="not sent yet").filter(has_text="Your turn")

    def is_written() -> bool:
        page.reload()
        return waiting.count() == len(codes)

    wait_until(page, is_written, "what is asked at both tables", SWEPT_WITHIN)
    site.pass_time("notices", *codes)
    text = reader.open_mail("perrine@example.org", f"{len(codes)} tables are waiting for you")
    assert {path.split("/")[2] for path in LINK.findall(text)} == {*codes}
    reader.go(LINK.findall(text)[0])
    expect(reader.page.locator("#status-line")).to_contain_text("Your turn")


@pytest.mark.parametrize("script", [True, False], ids=["scripts", "plain"])
def test_a_card_is_played_from_the_mail_by_four_presses_on_a_phone_that_is_signed_out(
    new_person: NewPerson, site: Site, scenes: Scenes, script: bool
) -> None:
    code = scenes["days"]["link" if script else "plain"]
    site.pass_time("notices", code)
    text = new_person().open_mail("solveig@example.org" if script else "ysaline@example.org", "Your turn")
    reader = new_person(viewport={"width": 390, "height": 844}, java_script_enabled=script)
    # The first press is on the link; what a scanner of mail sees holds no card.
    page = reader.go(TURN_LINK.findall(text)[0])
    expect(page.locator(".card")).to_have_count(0)
    follow(page.locator("#show-button"))
    expect(page.locator("#status-line")).to_contain_text("Your turn")
    expect(page.locator("#role")).to_have_count(0)
    expect(page).to_have_title("Play my turn · Inside Job")
    page.locator(f"{FORM} label.pick:not(.faded)").first.click()
    follow(page.locator("#play-button"))
    expect(page.locator("#played")).to_contain_text("plays the")
    assert not reader.context.cookies()
    # Nothing of the table can be seen with that.
    reader.go(f"/g/{code}/")
    expect(page.locator("h1")).to_have_text("A closed table")


def test_a_vote_is_closed_by_its_deadline_with_what_is_in(
    member: NewPerson, new_person: NewPerson, site: Site, scenes: Scenes
) -> None:
    code = scenes["days"]["vote"]
    noor = member("noor")
    noor.go(f"/g/{code}/")
    vote(noor.page, noor.page.locator(f"{FORM} [name=against]").first.input_value())
    expect(noor.page.locator("#status-line")).to_contain_text("Waiting for Jules")
    site.pass_time("deadline", code)
    expect(noor.page.locator(RESULT)).to_be_visible(timeout=SWEPT_WITHIN)
    expect(verdict_of(noor.page, "Jules")).to_contain_text("didn’t vote")
    expect(verdict_of(noor.page, "Noor")).to_contain_text("voted against")
    # Who looks at the table is told nothing by mail; Jules does not.
    text = new_person().open_mail("jules@example.org", "is over")
    assert f"/g/{code}/" in text


def verdict_of(page: Page, name: str) -> Locator:
    return page.locator(f"{RESULT} .verdict", has=page.locator(".seat-name", has_text=name))
