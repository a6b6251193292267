"""Larger text, wider text and narrow screens: nothing is cut off, and what is pressed stays large enough."""

import pytest
from playwright.sync_api import Page

from tests.browser.checks import TARGET
from tests.browser.conftest import NewPerson, Scenes

pytestmark = pytest.mark.browser
# As WCAG 1.4.12 has it. The page's security policy allows no <style>.
APPLY = "css => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css); document.adoptedStyleSheets = [sheet]; }"
SPACED = """* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }
p { margin-bottom: 2em !important; }"""
LARGER = "html { font-size: 130%; }"
FIND_CUT = """() => [...document.querySelectorAll(":is(.hand, .ring) .card")].filter(card => {
  const suit = card.querySelector(".suit").getBoundingClientRect();
  return suit.bottom > card.getBoundingClientRect().bottom;
}).map(card => card.innerText)"""
FIND_OVERLAPS = """() => {
  const [reserve, since] = [".reserve", ".since"].map(part => document.querySelector(part).getBoundingClientRect());
  return since.bottom > reserve.top + 1 ? [`begins at ${reserve.top}, above the end at ${since.bottom}`] : [];
}"""
FIND_OUTSIDE = """() => [...document.querySelectorAll(".hand .pick")].map(card => card.getBoundingClientRect())
  .filter(({ left, right }) => left < 0 || right > innerWidth).map(({ left, right }) => `${left} to ${right}`)"""
FIND_SMALL = """([selector, least]) => [...document.querySelectorAll(selector)]
  .map(element => element.getBoundingClientRect())
  .filter(({ width, height }) => Math.min(width, height) < least - .5)
  .map(({ width, height }) => `${width} x ${height}`)"""


def test_wide_text_cuts_off_no_suit(member: NewPerson, scenes: Scenes) -> None:
    page = member(viewport={"width": 390, "height": 844}).go(f"/g/{scenes['tables']['follow']}/")
    page.evaluate(APPLY, SPACED)
    assert page.evaluate(FIND_CUT) == []
    assert page.evaluate(FIND_OVERLAPS) == []


def test_the_hand_fits_with_larger_text(member: NewPerson, scenes: Scenes) -> None:
    page = member(viewport={"width": 360, "height": 740}).go(f"/g/{scenes['tables']['follow']}/")
    page.evaluate(APPLY, LARGER)
    assert page.evaluate(FIND_OUTSIDE) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_the_news_since_my_move_is_read_at_320_pixels(member: NewPerson, scenes: Scenes) -> None:
    page = member(viewport={"width": 320, "height": 640}).go(f"/g/{scenes['tables']['follow']}/")
    width = page.locator(".since-event").first.evaluate(
        "event => event.closest('.since-what').getBoundingClientRect().right - event.getBoundingClientRect().left"
    )
    assert width > 200
    assert find_small(page, ".since-replay") == []


def test_small_links_are_large_enough_to_press(member: NewPerson) -> None:
    me = member(viewport={"width": 390, "height": 844})
    for path, links in (
        ("/case/1/", ".verdict a.seat-name"),
        ("/case/1/?trick=3", ".case-scenes a"),
        ("/rules/insidejob/", ".with-larry"),
    ):
        page = me.go(path)
        page.locator(".chapter").evaluate_all("chapters => chapters.forEach(chapter => { chapter.open = true; })")
        assert page.locator(links).count()
        assert find_small(page, links) == [], path


def find_small(page: Page, selector: str) -> list[str]:
    found: list[str] = page.evaluate(FIND_SMALL, [selector, TARGET])
    return found
