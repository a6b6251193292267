"""A line of talk is reported on a phone, and an operator's pages fit and pass axe in both languages."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.pages import LOCALES
from tests.browser.test_pages import find_faults
from tests.browser.waiting import loading

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("language", LOCALES)
def test_the_desk_fits_and_passes_axe(language: str, new_person: NewPerson, scenes: Scenes) -> None:
    moderator = new_person()
    moderator.sign_in("ottilie@example.org", scenes["password"])
    moderator.choose_language(language)
    report = moderator.go("/desk/").locator(".panel a.button").first.get_attribute("href")
    assert report
    assert find_faults(moderator, ["/desk/", report], language) == []


def test_a_line_is_reported_on_a_phone(new_person: NewPerson, scenes: Scenes) -> None:
    me = new_person(viewport={"width": 360, "height": 740})
    me.sign_in(scenes["email"], scenes["password"])
    page = me.go(f"/g/{scenes['tables']['wait']}/?tab=talk")
    with loading(page):
        page.get_by_role("link", name="Mute, block or report").click()
    page.get_by_label("Not me. I followed, for once.").check()
    with loading(page):
        page.get_by_role("button", name="Report it").click()
    expect(page.locator("main")).to_contain_text("Report a message or a name")
    expect(page.locator("body")).to_contain_text("A moderator will look into it.")
