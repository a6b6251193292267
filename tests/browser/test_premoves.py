"""What is prepared while one waits: pressed, noted, played by the sweep, and no business of anybody else."""

import re
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import acts, playing_rendezvous, turns
from tests.browser.checks import LONGEST, find_axe_faults, find_layout_faults
from tests.browser.conftest import NewPerson, Scenes
from tests.browser.pages import LOCALES
from tests.browser.site import Site
from tests.browser.waiting import LOOK_AGAIN, PATIENCE, ask_for_news, put_away_tips, send, settle

pytestmark = pytest.mark.browser
SWEPT_WITHIN = 2 * PATIENCE
"""Milliseconds until what is prepared shows on a page: a sweep every ten seconds, and a look at the news."""
TIME_LEFT = re.compile(r"(?<=>)[^<]*(?=</time>)")
PARTS = ("#status-line", "#board", "#panel", "#mine", "#live")


def swap_last(page: Page, dice: Random) -> None:
    """Swap the spy of the last hideout, so that an attack prepared against the first one still fits."""
    page.locator("#swap").check()
    page.locator(".door [name=own]:visible").last.check()
    acts.press(page, ".spies [name=spy]", dice)
    page.locator("[name=token]:visible").last.check()
    send(page.locator("#turn-button"))


ABOVE_FORM = """() => document.querySelector("#premove-form").getBoundingClientRect().top
  - document.querySelector("#status-line").getBoundingClientRect().bottom"""
TITLES = {
    # how another takes their turn, and what the log then says of the one who had prepared
    "insidejob": (turns.take_turn, "plays? the"),
    "target": (swap_last, "(attack|put|refill)s?"),
    "rendezvous": (playing_rendezvous.take_turn, ".*qwerty"),
}


def fill_in(page: Page) -> None:
    """Unfold the form and choose the first of all that is offered, or write a word; send it."""
    page.locator("#premove-summary").click()
    expect(page.locator("form#premove-form")).to_be_visible()
    for part in turn_pages(page):
        for choice in part.locator("select").all():
            choice.select_option(index=1)
    for word in page.locator("#premove-form input[type=text]").all():
        word.fill("qwerty")
    page.locator("#premove-button").click()
    expect(page.locator("#premove-summary")).to_contain_text("Prepared:")
    settle(page)


def turn_pages(page: Page) -> Iterator[Locator]:
    """Show one page of the form after the other; a short form has one."""
    form = page.locator("form#premove-form")
    tabs = form.locator(".premove-tab").all()
    if not tabs:
        yield form
    for number, tab in enumerate(tabs, start=1):
        tab.click()
        yield form.locator(f"#premove-fields-{number}")


def read_parts(page: Page) -> dict[str, str]:
    """Return the HTML of parts of a table, without the time left, which goes on by itself."""
    return {part: TIME_LEFT.sub("", page.locator(part).inner_html()) for part in PARTS}


def unfold(page: Page) -> None:
    """Unfold what is prepared, see that its form is fetched with what was chosen, and fold it up."""
    summary, form = page.locator("#premove-summary"), page.locator("form#premove-form")
    expect(form).to_have_count(0)
    summary.click()
    expect(form).to_be_visible()
    for part in turn_pages(page):
        for choice in part.locator("select").all():
            expect(choice).to_be_visible()
            expect(choice).not_to_have_value("")
    for word in form.locator("input[type=text]").all():
        expect(word).to_have_value("qwerty")
    expect(form.locator("#forget-button")).to_be_visible()
    summary.click()
    expect(form).to_be_hidden()


def hear_all(page: Page) -> None:
    """Ask for news as a page does that knows none, so that all of it is swapped in."""
    news = page.locator("#live").get_attribute("hx-get") or ""
    news = re.sub(r"c=[^&]*", "c=", re.sub(r"v=\d+", "v=0", news))
    with page.expect_response(lambda response: "v=0" in response.url) as heard:
        page.evaluate("news => { htmx.ajax('GET', news, {swap: 'none'}) }", news)
    assert heard.value.status == 200
    settle(page)


@pytest.mark.parametrize("language", LOCALES)
def test_the_forms_fit_and_pass_axe(language: str, member: NewPerson, scenes: Scenes) -> None:
    """They fit in both languages; axe looks at them in the longer one."""
    philippa = member("philippa", locale=LOCALES[language])
    for code in scenes["premove"].values():
        page = philippa.go(f"/g/{code}/?tab=log")
        page.locator("#premove-summary").click()
        expect(page.locator("form#premove-form")).to_be_visible()
        assert find_layout_faults(page) == []
        for width, height in ((390, 664), (360, 616)):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("scrollTo(0, 0)")
            assert page.evaluate(ABOVE_FORM) >= 0, f"the form covers the status at {width} x {height}"
        assert language != LONGEST or find_axe_faults(page) == []


def test_what_is_unfolded_stays_so_with_its_form_when_news_come(member: NewPerson, scenes: Scenes) -> None:
    page = member("philippa").go(f"/g/{scenes['premove']['insidejob']}/?tab=log")
    form = page.locator("form#premove-form")
    expect(form).to_be_hidden()
    for _ in range(2):
        page.locator("#premove-summary").click()
        expect(form).to_be_visible()
        hear_all(page)
        expect(form).to_be_visible()
        page.locator("#premove-summary").click()
        hear_all(page)
        expect(form).to_have_count(0)


def test_what_is_half_prepared_stays_when_somebody_else_plays(member: NewPerson, scenes: Scenes) -> None:
    mine, theirs = (
        member(name).go(f"/g/{scenes['alone']['half_prepared']}/?tab=log") for name in ("prosper", "rosalie")
    )
    mine.locator("#premove-summary").click()
    tab = mine.locator("form#premove-form .premove-tab").nth(1)
    tab.click()
    mission, card = (mine.locator("#premove-fields-2 select").nth(number) for number in (0, 1))
    for choice in (mission, card):
        choice.select_option(index=2)
    kept = [choice.input_value() for choice in (mission, card)]
    form = mine.locator("form#premove-form")
    form.evaluate("form => { form.dataset.old = 'yes'; }")
    turns.take_turn(theirs, Random(1))
    mine.evaluate(LOOK_AGAIN)
    expect(mine.locator("form#premove-form:not([data-old])")).to_be_visible()
    settle(mine)
    expect(tab.locator("input")).to_be_checked()
    assert [choice.input_value() for choice in (mission, card)] == kept
    # What is discarded does not come back.
    mine.locator("#premove-button").click()
    expect(mine.locator("#premove-summary")).to_contain_text("Prepared:")
    settle(mine)
    mine.locator("#premove-summary").click()
    mine.locator("#forget-button").click()
    expect(mine.locator("#premove-summary")).not_to_contain_text("Prepared:")
    settle(mine)
    mine.locator("#premove-summary").click()
    expect(mission).to_have_value("")


@pytest.mark.parametrize("title", TITLES)
def test_what_is_prepared_is_noted_played_and_not_told(
    member: NewPerson, site: Site, scenes: Scenes, title: str
) -> None:
    code, (take_turn, says) = scenes["alone"][f"prepared_{title}"], TITLES[title]
    mine, theirs = (member(name).go(f"/g/{code}/?tab=log") for name in ("prosper", "rosalie"))
    put_away_tips(theirs)
    settle(theirs)
    before = read_parts(theirs)
    fill_in(mine)
    unfold(mine)
    assert ask_for_news(theirs).status == 204
    settle(theirs)
    assert before == read_parts(theirs)

    told = {mine: re.compile(f"You {says}"), theirs: re.compile(f"Prosper {says}")}
    played = theirs.locator("#log").get_by_text(told[theirs]).count()
    take_turn(theirs, Random(1))
    site.pass_time("now")
    for page, words in told.items():
        page.evaluate(LOOK_AGAIN)
        expect(page.locator("#log").get_by_text(words)).not_to_have_count(played, timeout=SWEPT_WITHIN)
        expect(page.locator("#log")).not_to_contain_text(re.compile("automatic", re.IGNORECASE))
    expect(theirs.get_by_text("Prepared:")).to_have_count(0)
    if title != "insidejob":
        # There an answer for the trick after the next may be left.
        expect(mine.get_by_text("Prepared:")).to_have_count(0)
