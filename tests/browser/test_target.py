"""T.A.R.G.E.T. in two browsers, small screens and large: a whole game, marks that stay, nothing begun that is lost."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from tests.browser.acts import hide, press
from tests.browser.checks import find_covered, find_layout_faults
from tests.browser.conftest import NewPerson, Scenes
from tests.browser.pages import LOCALES
from tests.browser.turns import FORM, RESULT, is_asked, is_over, open_tab, say, start_game
from tests.browser.waiting import LOOK_AGAIN, catch_up, follow, let_go, put_away_tips, send

pytestmark = pytest.mark.browser

SMALL: ViewportSize = {"width": 390, "height": 844}
LARGE: ViewportSize = {"width": 1280, "height": 720}
SHORT: tuple[ViewportSize, ...] = ({"width": 390, "height": 664}, {"width": 360, "height": 616}, LARGE)
"""Phones with the browser's bars shown, and a laptop: all of a turn is in sight there at once."""
MANY_ANSWERS = """lists => lists.forEach(list => {
    while (list.children.length < 7) list.append(list.firstElementChild.cloneNode(true));
})"""
SAYS = re.compile(r"Attack the (left|centre|right) with the \d|Swap the \d \(\w+\) for the \d|Put in the \d")


def sit_down(
    member: NewPerson, code: str, names: tuple[str, str], friends_screen: ViewportSize = SMALL, tab: str = "log"
) -> list[Page]:
    """Let two people open the page of a table, the first of them on a small screen."""
    people = member(names[0], viewport=SMALL), member(names[1], viewport=friends_screen)
    return [person.go(f"/g/{code}/?tab={tab}") for person in people]


def test_two_people_play_to_the_end_on_a_small_screen_and_a_large_one(member: NewPerson, scenes: Scenes) -> None:
    pages = sit_down(member, scenes["alone"]["duel"], ("prosper", "rosalie"), LARGE)
    hide(pages[0], "258")
    hide(pages[1], "147")
    catch_up(pages[0], pages[1])
    dice, checked = Random(5), False
    while not all(is_over(page) for page in pages):
        mover = next(page for page in pages if is_asked(page))
        waiter = next(page for page in pages if page is not mover)
        take_turn(mover, dice, SAYS)
        catch_up(waiter, mover)
        if not checked and mover.locator(".answers").count():
            screen = mover.viewport_size
            assert screen is not None
            assert find_layout_faults(mover) == []
            mover.set_viewport_size(screen)
            checked = True
    assert checked
    for page in pages:
        expect(page.locator(f"{RESULT} h2")).to_contain_text(expected_heading(page))
        expect(page.locator(".door")).to_have_count(6)
        expect(page.locator(".spy.back")).to_have_count(0)
        expect(page.locator("#choice-form")).to_have_count(0)


def take_turn(page: Page, dice: Random, says: re.Pattern[str] | None = None) -> None:
    """Make some legal move and wait until the table has taken it; before, its button `says` what it does."""
    asked = page.locator(f"{FORM} [name=decision]").input_value()
    if page.locator("#swap").count() and dice.random() < 0.2:
        page.locator("#swap").check()
        for name in (".door [name=own]", ".spies [name=spy]", "[name=token]"):
            press(page, name, dice)
    else:
        press(page, "[name=spy]", dice)
        if page.locator("[name=target]").count():
            press(page, "[name=target]", dice)
    button = page.locator("#turn-button, #refill-button")
    if says:
        expect(button).to_have_text(says)
    send(button)
    expect(page.locator(f"{FORM} [name=decision][value='{asked}']")).to_have_count(0)


def expected_heading(page: Page) -> str:
    """Return what the result must say to the player of a page, by who is marked as the winner."""
    if not page.locator(".verdict .tag.won").count():
        return "Nobody wins."
    return "You win!" if page.locator(".verdict.me .tag.won").count() else "You lost."


@pytest.mark.parametrize("language", LOCALES)
def test_a_turn_is_in_sight_at_once_on_short_screens(member: NewPerson, scenes: Scenes, language: str) -> None:
    me = member(locale=LOCALES[language])
    found: dict[tuple[str, int | str], list[str]] = {}
    for name in ("target_hide", "target_turn", "target_refill", "target_wait"):
        page = me.go(f"/g/{scenes['tables'][name]}/")
        page.locator(".who h2").first.evaluate("name => { name.textContent = 'Wolfgang-Amadeus Zimmerm'; }")
        page.locator(".answers").evaluate_all(MANY_ANSWERS)
        for screen in SHORT:
            page.set_viewport_size(screen)
            found[name, screen["width"]] = find_covered(page, ".who, .door, .acts")
        put_away_tips(page)
        if page.locator("#swap").count():
            page.locator("#swap").check()
            page.set_viewport_size(SHORT[1])
            press(page, "[name=own]", Random(0))
            page.evaluate("scrollTo(0, 0)")
            found[name, "swap"] = find_covered(page, ".camp.own .door")
    assert {where: faults for where, faults in found.items() if faults} == {}


def test_what_is_struck_out_stays_and_what_is_half_chosen_is_not_lost(member: NewPerson, scenes: Scenes) -> None:
    me, friend = sit_down(member, scenes["tables"]["target_turn"], ("camille", "robin"), tab="past")
    boxes = me.locator("[name=mark]")
    struck = [boxes.nth(number).get_attribute("id") for number in (0, boxes.count() - 1)]
    for name in struck:
        with me.expect_response(lambda response: response.url.endswith("/marks/")) as answer:
            me.locator(f"#{name}").check()
        assert answer.value.status == 204
    own, target = (me.locator(f".press [name={name}]").first for name in ("spy", "target"))
    own.check()
    target.check()

    say(friend, "Your left one is a three, I bet.")
    catch_up(me, friend)
    expect(own).to_be_checked()
    expect(target).to_be_checked()
    for name in struck:
        expect(me.locator(f"#{name}")).to_be_checked()
    # An older page that knows of none of them.
    other = member(viewport=SMALL).page
    other.goto(me.url)
    with other.expect_response(lambda response: response.url.endswith("/marks/")):
        other.locator(f"#{struck[0]}").uncheck()
    with me.expect_response(lambda response: response.url.endswith("/marks/")):
        boxes.nth(1).check()
    struck = [struck[1], boxes.nth(1).get_attribute("id")]
    me.reload()
    for name in struck:
        expect(me.locator(f"#{name}")).to_be_checked()
    expect(me.locator("[name=mark]:checked")).to_have_count(len(struck))
    expect(me.locator(".struck")).to_have_count(len(struck))
    friend.reload()
    expect(friend.locator("[name=mark]:checked, .struck")).to_have_count(0)


def test_the_focus_goes_along_when_a_choice_brings_the_next_door(member: NewPerson, scenes: Scenes) -> None:
    page = member(viewport=SMALL).go(f"/g/{scenes['tables']['target_hide']}/")
    page.locator("#hide-button").click()
    expect(page.locator("#spy0-0")).to_be_focused()
    for place, spy in enumerate("25"):
        page.locator(f"#spy{place}-{spy}").check()
        expect(page.locator(f".to-hide-{place + 1} legend")).to_be_focused()
        expect(page.locator(f"[name=spy{place}]:required")).to_have_count(0)
        expect(page.locator(f"[name=spy{place + 1}]:required")).to_have_count(10)


def test_arrows_skip_the_spies_behind_other_doors(member: NewPerson, scenes: Scenes) -> None:
    page = member(viewport=SMALL).go(f"/g/{scenes['tables']['target_hide']}/")
    page.locator("#spy0-0").check()
    expect(page.locator("[aria-disabled=true]")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#spy1-1")).to_be_checked()
    # A group stays while the keyboard is in it.
    expect(page.locator("#spy1-1")).to_be_focused()


def test_a_mark_that_is_still_on_its_way_is_not_swapped_away(member: NewPerson, scenes: Scenes) -> None:
    me, friend = sit_down(member, scenes["tables"]["target_wait"], ("camille", "robin"), tab="past")
    held: list[Route] = []
    me.route("**/marks/", lambda route: held.append(route))
    box = me.locator("[name=mark]").first
    with me.expect_request("**/marks/"):
        box.check()
    panel = me.locator("#past")
    panel.evaluate("past => { past.dataset.old = 'yes'; }")
    say(friend, "Think harder.")
    me.evaluate(LOOK_AGAIN)
    expect(me.locator("#past:not([data-old])")).to_be_visible()
    expect(box).to_be_checked()
    with me.expect_response(lambda response: response.url.endswith("/marks/")):
        let_go(me, held)
    me.reload()
    expect(box).to_be_checked()


def test_what_is_struck_out_without_a_connection_is_kept_once_it_is_back(member: NewPerson, scenes: Scenes) -> None:
    person = member("camille", viewport=SMALL)
    page = person.go(f"/g/{scenes['tables']['target_wait']}/?tab=past")
    boxes, marks = page.locator("[name=mark]:not(:checked)"), page.locator("#marks")
    struck = [boxes.nth(number).get_attribute("id") for number in (-1, -2)]
    person.context.set_offline(True)
    for name in struck:
        page.locator(f"#{name}").check()
    expect(page.locator("#connection")).to_contain_text("Connection lost")
    expect(marks).not_to_have_class(re.compile("htmx-request"))
    with page.expect_response(lambda response: response.url.endswith("/marks/")):
        person.context.set_offline(False)
    expect(page.locator("#connection")).to_be_empty()
    page.reload()
    for name in struck:
        expect(page.locator(f"#{name}")).to_be_checked()
    person.forgive("ERR_INTERNET_DISCONNECTED", "htmx:")


def test_a_game_against_a_bot_needs_no_javascript(new_person: NewPerson) -> None:
    page = new_person(java_script_enabled=False, viewport=SMALL).go("/")
    start_game(page, "#play-target")
    dice = Random(3)
    hide(page, "258")
    open_tab(page, "past")
    page.locator("[name=mark]").first.check()
    follow(page.locator("#marks button"))
    open_tab(page, "past")
    expect(page.locator("[name=mark]:checked")).to_have_count(1)
    while not is_over(page):
        take_turn(page, dice)
    expect(page.locator(".door.ruin").nth(2)).to_be_visible()
