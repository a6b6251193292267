"""A player at a table of experts notes something on a phone, suspects somebody, and finds both again at the end."""

from random import Random

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.checks import find_axe_faults, find_layout_faults
from tests.browser.conftest import NewPerson, Scenes
from tests.browser.people import play_late, start_with_bots
from tests.browser.turns import is_over, open_tab, start_game, take_turn
from tests.browser.waiting import follow, settle

pytestmark = pytest.mark.browser
PHONE: ViewportSize = {"width": 390, "height": 844}
NOTE = "Nobody wanted that trick"


def look_at(page: Page) -> None:
    assert find_layout_faults(page) == []
    assert find_axe_faults(page) == []
    page.set_viewport_size(PHONE)


def test_what_is_noted_against_experts_is_found_at_the_end_and_in_the_replay(member: NewPerson) -> None:
    me = member(viewport=PHONE)
    page = me.go("/games/new/insidejob/")
    page.locator("[name=seats][value='3']").check()
    follow(page.locator("#preset-evening"))
    start_with_bots(page, "expert")
    dice = Random(5)
    take_turn(page, dice)

    open_tab(page, "notes")
    page.fill("#note-text", "Half a tho")
    open_tab(page, "log")
    open_tab(page, "notes")
    expect(page.locator("#note-text")).to_have_value("Half a tho")
    page.fill("#note-text", NOTE)
    page.select_option("#suspicion-1", "5")
    settle(page)
    page.locator("#note-button").click()
    expect(page.locator("#notes .talk-text")).to_have_text(NOTE)
    expect(page.locator("#note-text")).to_have_value("")
    settle(page)
    # It was chosen before the note, and not saved.
    expect(page.locator("#suspicion-1")).to_have_value("5")
    page.locator("#suspicion-button").click()
    expect(page.locator("#notes .remarks")).to_contain_text("definitely the Insider")
    settle(page)
    look_at(page)

    play_late(me)
    while not is_over(page):
        take_turn(page, dice)
    page.reload()
    open_tab(page, "notes")
    expect(page.locator("#notes .talk-text")).to_have_text(NOTE)
    follow(page.locator("#open-notes-button"))
    expect(page.locator("#close-notes-button")).to_be_visible()
    expect(page.locator(".suspicions [role=img] path[class^=line-]")).to_have_count(1)
    expect(page.locator(".suspicions [role=img]").first).to_be_visible()
    # A line that stays level is as high as nothing, and then a browser does not call it visible.
    expect(page.locator(".suspicions [role=img] path.observer").first).to_have_css("stroke-width", "4.5px")
    page.locator("#suspicion-1-summary").click()
    expect(page.locator("#suspicion-1-table tbody tr").last).to_contain_text("5")
    look_at(page)
    follow(page.locator("#notes .remarks a").last)
    expect(page.locator("#step-on")).to_be_visible()
    expect(page.locator(".side .remarks")).to_contain_text(NOTE)
    expect(page.locator(".side .share-bar").first).to_be_visible()
    look_at(page)


def save(page: Page, button: str) -> None:
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator(button).click()
    settle(page)


def test_a_note_being_changed_stays_open_when_others_are_saved(new_person: NewPerson) -> None:
    page = new_person(viewport=PHONE).go("/")
    start_game(page)
    open_tab(page, "notes")
    for number, text in enumerate(("One", "Two"), start=1):
        page.fill("#note-text", text)
        save(page, "#note-button")
        page.locator(f"#change-note-{number}-summary").click()
        page.fill(f"#note-text-{number}", f"{text}, thought over")
    suspicion = page.locator("#suspicion-form select").first
    suspicion.select_option("4")
    save(page, "#save-note-2")
    expect(page.locator("#note-text-2")).to_be_hidden()
    expect(suspicion).to_have_value("4")
    save(page, "#suspicion-button")
    expect(page.locator("#note-text-1")).to_be_visible()
    expect(page.locator("#note-text-1")).to_have_value("One, thought over")
    save(page, "#save-note-1")
    expect(page.locator("#note-text-1")).to_be_hidden()
    expect(page.locator("#notes .talk-text")).to_have_text(["Two, thought over", "One, thought over"])


@pytest.mark.parametrize("way", ["press", "key"])
def test_a_face_on_the_table_leads_to_my_suspicion_and_stores_it(way: str, member: NewPerson, scenes: Scenes) -> None:
    page = member(viewport=PHONE).go(f"/g/{scenes['tables']['wait']}/")
    face = page.locator(".note-face").first
    chosen = str(face.get_attribute("href")).split("#")[1]
    if way == "press":
        face.click()
    else:
        face.press("Enter")
    select = page.locator(f"#{chosen}")
    expect(select).to_be_focused()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        select.select_option("4" if way == "press" else "5")
    page.reload()
    open_tab(page, "notes")
    expect(select).to_have_value("4" if way == "press" else "5")


def test_without_scripts_a_face_leads_to_the_notes(member: NewPerson, scenes: Scenes) -> None:
    page = member(viewport=PHONE, java_script_enabled=False).go(f"/g/{scenes['tables']['wait']}/")
    face = page.locator(".note-face").first
    chosen = str(face.get_attribute("href")).split("#")[1]
    follow(face)
    expect(page.locator(f"#{chosen}")).to_be_in_viewport()
