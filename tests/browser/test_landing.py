"""The first page: a trick plays itself and gets in the way of nothing."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.pages import LOCALES
from tests.browser.waiting import follow

pytestmark = pytest.mark.browser
PHONE, LAPTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 720}
HELD = "#live-trick [data-held]"
PARTS = "#live-trick .slot, #live-trick .stamp, #live-trick .mark, #live-trick .live-intel"


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_both_buttons_have_one_height(size: dict[str, int], language: str, new_person: NewPerson) -> None:
    page = new_person(viewport=size, locale=LOCALES[language]).go("/")
    boxes = [page.locator(button).bounding_box() for button in (".hero-button", ".hero-friends")]
    assert all(boxes)
    assert len({(box["y"], box["height"]) for box in boxes if box}) == 1


def test_a_trick_plays_itself_and_ends_as_it_stands_without_motion(new_person: NewPerson) -> None:
    mover, still = new_person(viewport=LAPTOP, reduced_motion="no-preference"), new_person(viewport=LAPTOP)
    page = mover.go("/")
    expect(page.locator(HELD).first).to_be_attached()
    expect(page.locator(HELD)).to_have_count(0)
    expect(page.locator(PARTS)).to_have_count(7)
    quiet = still.go("/")
    assert quiet.locator(HELD).count() == 0
    read = "[...document.querySelectorAll('#live-trick *')].map(part => part.outerHTML.slice(0, 40))"
    page.wait_for_function("() => !document.documentElement.hasAttribute('data-telling')")
    page.wait_for_function("() => !document.querySelector('#live-trick [style]')")
    assert page.evaluate(read) == quiet.evaluate(read)


def test_a_press_while_the_trick_plays_is_taken(new_person: NewPerson) -> None:
    page = new_person(viewport=LAPTOP, reduced_motion="no-preference").go("/")
    page.wait_for_function("() => document.documentElement.hasAttribute('data-telling')")
    follow(page.locator(".hero-friends"))
    assert page.url.endswith("/games/new/") or "/accounts/" in page.url


def test_without_scripts_the_whole_trick_is_there(new_person: NewPerson) -> None:
    page = new_person(viewport=LAPTOP, java_script_enabled=False).go("/")
    for part in page.locator(PARTS).all():
        expect(part).to_be_visible()
