"""The rules in full: chapters that open, by a press, by a link into one, and on paper."""

import pytest
from playwright.sync_api import expect

from games.rules.registry import TITLES
from tests.browser.conftest import NewPerson

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}
HIDDEN = """() => [...document.querySelectorAll(".chapter > *")].filter(part => !part.checkVisibility())
  .map(part => part.outerHTML.slice(0, 60))"""


@pytest.mark.parametrize("title", [name for name, title in TITLES.items() if title.TEXTS.glossary])
def test_the_rules_are_short_until_a_chapter_is_opened(title: str, new_person: NewPerson) -> None:
    page = new_person(viewport=PHONE).go(f"/rules/{title}/")
    assert page.evaluate("document.documentElement.scrollHeight") < 6 * PHONE["height"]
    chapter = page.locator(".chapter", has=page.locator("#goal"))
    expect(chapter.locator("p").first).to_be_hidden()
    chapter.locator("summary").click()
    expect(chapter.locator("p").first).to_be_visible()


def test_a_link_opens_the_chapter_it_leads_to(new_person: NewPerson) -> None:
    page = new_person(viewport=PHONE).go("/rules/insidejob/#larry")
    expect(page.locator("details:has(#larry)")).to_have_attribute("open", "")
    expect(page.locator("#larry")).to_be_in_viewport()
    page.evaluate("location.hash = 'term-intel'")
    expect(page.locator("#term-intel")).to_be_in_viewport()


def test_without_scripts_chapters_open_and_a_link_into_one_opens_it(new_person: NewPerson) -> None:
    page = new_person(viewport=PHONE, java_script_enabled=False).go("/rules/insidejob/#term-intel")
    expect(page.locator("#term-intel")).to_be_in_viewport()
    page.locator("summary", has=page.locator("#vote")).click()
    expect(page.locator("details:has(#vote) p").first).to_be_visible()


@pytest.mark.parametrize("has_scripts", [True, False])
def test_paper_shows_all_chapters(has_scripts: bool, new_person: NewPerson) -> None:
    page = new_person(java_script_enabled=has_scripts).go("/rules/insidejob/")
    assert page.locator("details[open]").count() == 0
    page.emulate_media(media="print")
    if has_scripts:
        assert page.evaluate(HIDDEN) == []
    else:
        expect(page.locator("details:has(#vote) p").first).to_be_visible()
