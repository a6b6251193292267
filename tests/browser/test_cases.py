"""A stranger at the case of the day, on a phone: right, with the keyboard alone, without JavaScript."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.pages import LOCALES
from tests.browser.waiting import follow, loading, settle

pytestmark = pytest.mark.browser
PHONE: ViewportSize = {"width": 390, "height": 844}
SHORT: ViewportSize = {"width": 390, "height": 664}
LAPTOP: ViewportSize = {"width": 1280, "height": 720}
# The stage has the cases of Paris. A visitor who reads English lives in London, where the day begins an hour later.
PARIS = "Europe/Paris"
TRICKS = 10
CUT_OFF = """() => [...document.querySelectorAll(".board .slot, .folder, .accuse, .case .act .button, .case-scenes li")]
  .filter(part => part.getBoundingClientRect().bottom > innerHeight + .5).map(part => part.outerHTML.slice(0, 80))"""


PLACE = """() => {
  const box = document.querySelector("#next-button").getBoundingClientRect();
  return [box.left, box.top, box.width, box.height].map(Math.round);
}"""


def see_tricks(page: Page, tricks: int) -> None:
    """Look at one trick after the other until so many were seen."""
    for _ in range(tricks - 1):
        follow(page.locator("#next-button"))


def see_below_dock(page: Page) -> bytes:
    """Return a picture of the strip between the dock and the end of the screen."""
    dock = page.locator(".dock").bounding_box()
    assert dock
    top, height = dock["y"] + dock["height"], LAPTOP["height"]
    assert top < height
    return page.screenshot(clip={"x": dock["x"], "y": top, "width": dock["width"], "height": height - top})


@pytest.mark.parametrize("language", LOCALES)
def test_a_stranger_finds_the_insider(language: str, new_person: NewPerson, scenes: Scenes) -> None:
    page = new_person(locale=LOCALES[language], viewport=PHONE, timezone_id=PARIS).go("/")
    follow(page.locator("#case-link"))
    expect(page.locator(".case-lesson")).to_be_visible()
    see_tricks(page, 4)
    # A screen reader reads on at the new trick.
    expect(page.locator("#trick-heading")).to_be_focused()
    expect(page).to_have_title(re.compile(r"^\w+ 4 · "))
    assert page.evaluate("scrollY") == 0
    guilty = scenes["cases"]["3"]
    page.locator(f".accuse:has(#accuse-{guilty})").click()
    assert page.evaluate("scrollY") == 0
    # The button names whom it accuses.
    name = page.locator(f".accuse:has(#accuse-{guilty}) .who").inner_text()
    expect(page.locator("#accuse-button")).to_contain_text(name)
    follow(page.locator("#accuse-button"))
    expect(page.locator(".stamp.good")).to_be_visible()
    expect(page.locator("#end-heading")).to_contain_text(name)
    expect(page.locator("#end-heading")).to_be_focused()
    expect(page.locator(".case-lie")).to_contain_text(name)
    assert page.locator(".case-fact").count() in (1, 2, 3)
    expect(page.locator(".squares .seen")).to_have_count(3)
    expect(page.locator(".squares .right")).to_have_count(1)
    shared = page.locator("#share-button").get_attribute("data-text") or ""
    assert "⬛⬛⬛🟩⬜" in shared
    assert name not in shared
    # What one does next stands at the foot of the screen.
    expect(page.locator("#share-button")).to_be_in_viewport(ratio=1)
    expect(page.locator("#replay-link")).to_be_in_viewport(ratio=1)
    page.set_viewport_size(LAPTOP)
    # Nothing of the solution is seen below the buttons.
    with_solution = see_below_dock(page)
    page.locator(".board").evaluate("board => { board.style.visibility = 'hidden' }")
    assert see_below_dock(page) == with_solution
    page.locator(".board").evaluate("board => { board.style.visibility = '' }")
    follow(page.locator(".case-fact a").first)
    expect(page.locator(".case-scenes [aria-current]")).to_be_visible()


@pytest.mark.parametrize("language", LOCALES)
def test_each_step_is_one_screen_with_players_and_the_next_trick_where_they_were(
    language: str, new_person: NewPerson
) -> None:
    page = new_person(locale=LOCALES[language], viewport=SHORT, timezone_id=PARIS).go("/case/2/")
    accused = page.locator(".accuse .who").all_inner_texts()
    places: dict[int, list[list[int]]] = {}
    for _ in range(TRICKS - 1):
        settle(page)
        assert page.locator(".board .player-name").all_inner_texts() == accused
        assert page.locator(".who-played th[scope=col] .who").all_text_contents() == accused
        expect(page.locator(".board .player:has(.mark)").first).to_be_visible()
        assert page.evaluate(CUT_OFF) == []
        for number, viewport in enumerate((SHORT, PHONE, LAPTOP)):
            page.set_viewport_size(viewport)
            places.setdefault(number, []).append(page.evaluate(PLACE))
        assert places[2][-1][2] > page.locator("#accuse-button").evaluate("button => button.offsetWidth")
        page.set_viewport_size(SHORT)
        see_tricks(page, 2)
    settle(page)
    assert page.evaluate(CUT_OFF) == []
    for seen in places.values():
        assert seen == [seen[0]] * (TRICKS - 1)


def test_an_accusation_wakes_once_a_face_is_chosen(new_person: NewPerson) -> None:
    page = new_person(viewport=PHONE, timezone_id=PARIS).go("/case/2/")
    expect(page.locator("#accuse-button")).to_be_disabled()
    page.locator(".accuse:has(#accuse-2)").click()
    expect(page.locator("#accuse-button")).to_be_enabled()
    # Where the next trick was there is nothing to press after the last one.
    see_tricks(page, TRICKS)
    expect(page.locator(".case-last")).to_be_visible()
    # The face is still chosen.
    expect(page.locator("#accuse-2")).to_be_checked()
    expect(page.locator("#accuse-button")).to_be_enabled()


@pytest.mark.parametrize("language", LOCALES)
def test_the_keyboard_alone_is_enough(language: str, new_person: NewPerson, scenes: Scenes) -> None:
    page = new_person(locale=LOCALES[language], viewport=PHONE, timezone_id=PARIS).go("/case/1/")
    for _ in range(2):
        tab_to(page, "next-button")
        with loading(page):
            page.keyboard.press("Enter")
    tab_to(page, "mark-3-0")
    page.keyboard.press("Space")
    page.keyboard.press("Shift+Tab")
    tab_to(page, "accuse-0")
    page.keyboard.press("Space")
    # Enter on a face keeps the notes and does no more: an accusation cannot be taken back.
    with loading(page):
        page.keyboard.press("Enter")
    assert page.locator(".case-scenes button").count() == 3
    assert page.locator("#mark-3-0").is_checked()
    tab_to(page, "accuse-0")
    page.keyboard.press("Space")
    for _ in range(scenes["cases"]["1"]):
        page.keyboard.press("ArrowRight")
    tab_to(page, "accuse-button")
    with loading(page):
        page.keyboard.press("Enter")
    expect(page.locator(".stamp.good")).to_be_visible()


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the element of that id has the focus."""
    for _ in range(120):
        if page.evaluate("document.activeElement.id") == name:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {name}")


def test_all_of_it_works_without_scripts(new_person: NewPerson, scenes: Scenes) -> None:
    page = new_person(java_script_enabled=False, locale="fr-FR", viewport=PHONE).go("/case/2/")
    see_tricks(page, TRICKS)
    assert page.locator("#next-button").count() == 0
    page.locator("label:has(#mark-1-1)").click()
    page.locator("#suspicion-1").select_option("5")
    follow(page.locator("#keep-button"))
    assert page.locator("#mark-1-1").is_checked()
    assert page.locator("#suspicion-1").input_value() == "5"
    # Looking back at a trick keeps notes, too.
    page.locator("label:has(#mark-1-1)").click()
    page.locator("#suspicion-2").select_option("4")
    follow(page.get_by_role("button", name="3", exact=True))
    expect(page).to_have_url(re.compile(r"/case/2/\?trick=3#trick-heading$"))
    expect(page.locator(".case-scenes [aria-current]")).to_have_text("3")
    assert not page.locator("#mark-1-1").is_checked()
    assert page.locator("#suspicion-2").input_value() == "4"
    page.locator(".tabs [href='#tricks']").click()
    expect(page.locator("#tricks")).to_be_visible()
    expect(page.locator("#clues")).to_be_hidden()
    page.locator(f".accuse:has(#accuse-{scenes['cases']['2']})").click()
    follow(page.locator("#accuse-button"))
    expect(page.locator(".stamp.good")).to_be_visible()


def test_the_first_page_shows_the_case_of_the_visitors_day(new_person: NewPerson) -> None:
    """In one of two places it is another day than in Paris."""
    paris, west = (datetime.now(ZoneInfo(zone)).date() for zone in (PARIS, "Pacific/Pago_Pago"))
    place, shown = ("Pacific/Pago_Pago", True) if west < paris else ("Pacific/Kiritimati", False)
    page = new_person(locale="fr-FR", timezone_id=place).go("/case/")
    expect(page.locator(f"form[data-zone='{place}']")).to_have_count(1)
    # The third case is that of the day in Paris.
    assert ("3" in page.title()) is False
    assert ("2" in page.title()) is shown
