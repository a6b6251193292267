"""The keyboard alone: few presses a turn, and a place on the page that is kept when parts of it change."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.turns import FORM, is_asked, is_over, open_tab, say, start_game, take_turn
from tests.browser.waiting import LOOK_AGAIN, answered, catch_up, settle

pytestmark = pytest.mark.browser
MAX_PRESSES = 4
TURNS = 3
FOCUSED = "document.activeElement.id || document.activeElement.className || document.activeElement.tagName"
KEPT = [
    "#board", "#trick-heading", "#board .folder-says", "#board .ring", "#board .player:not(.me) .note-face",
    "#board .player.me .face", "#head .tracks", "#mine .hand", "#mine .hand > :first-child",
]  # fmt: skip
KEEP = "parts => { window.kept = parts.map((part) => [part, document.querySelector(part)]); }"
FIND_LOST = """() => kept.filter(([part, node]) => !node || !node.isConnected || node !== document.querySelector(part))
  .map(([part]) => part)"""
TOP_OF = "element => element.getBoundingClientRect().top"
TOP = "document.activeElement.getBoundingClientRect().top"
KEEP_ALL = f"parts => {{ window.kept = [...document.querySelectorAll(parts)]; window.keptTop = {TOP}; }}"
FIND_GONE = "kept.filter(node => !node.isConnected).map(node => node.outerHTML)"
FIND_SHIFT = f"{TOP} - keptTop"
FIND_NAMELESS = """() => [...document.querySelectorAll(
  ":is(#status, #mine, #open-tables) " +
  ":is(a[href], button, input:not([type=hidden]), select, textarea, summary):not([id])"
)].map((element) => element.outerHTML.slice(0, 90))"""
IS_COVERED = """() => {
  const shown = document.activeElement.closest("label") || document.activeElement, box = shown.getBoundingClientRect();
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return !top || !shown.contains(top) && !top.contains(shown);
}"""


def test_a_turn_takes_four_presses_of_a_key(new_person: NewPerson) -> None:
    page = new_person().go("/")
    turns, dice = 0, Random(5)
    while turns < TURNS:
        # A game may end with its first trick.
        page.goto(page.url.partition("/g/")[0])
        start_game(page)
        take_turn(page, dice)
        expect_focus_in_page(page)
        while turns < TURNS and not is_over(page):
            presses = take_turn_with_keys(page)
            assert len(presses) <= MAX_PRESSES, presses
            turns += 1


def take_turn_with_keys(page: Page) -> list[str]:
    """Play the nearest card with the keyboard, from where the last turn left the focus. Returns what was pressed."""
    presses: list[str] = []
    press(page, "ArrowRight", presses)
    if page.locator(f"{FORM} [name=mission]").count():
        while page.evaluate("document.activeElement.name") != "card":
            press(page, "Tab", presses)
        press(page, "Space", presses)
    with answered(page):
        press(page, "Enter", presses)
    expect_focus_in_page(page)
    return presses


def expect_focus_in_page(page: Page) -> None:
    """Wait until the focus has found its new place, which is after the parts of the page were swapped."""
    expect(page.locator("main :focus")).to_have_count(1)


def press(page: Page, key: str, presses: list[str]) -> None:
    page.keyboard.press(key)
    presses.append(key)
    assert len(presses) < 30


def test_focus_stays_where_it_was_when_news_arrive(member: NewPerson, scenes: Scenes) -> None:
    reader, talker = member(), member("robin")
    page = reader.go(f"/g/{scenes['tables']['wait']}/")
    talker.go(f"/g/{scenes['tables']['wait']}/")
    open_tab(page, "talk")
    for place in ("#talk-text", "#role-summary"):
        page.locator(place).focus()
        held = page.evaluate(FOCUSED)
        said = f"Looking at {place}?"
        say(talker.page, said)
        page.evaluate(LOOK_AGAIN)
        expect(page.locator("#talk")).to_contain_text(said)
        settle(page)
        assert (place, page.evaluate(FOCUSED)) == (place, held)
        assert page.locator(place).evaluate("element => element === document.activeElement"), place


def test_what_is_replaced_has_ids_because_the_focus_comes_back_by_them(member: NewPerson, scenes: Scenes) -> None:
    me = member()
    for name in ("wait", "lead", "vote", "result", "larry", "target_turn", "target_refill", "rdv_word", "rdv_point"):
        assert me.go(f"/g/{scenes['tables'][name]}/").evaluate(FIND_NAMELESS) == [], name
    page = member("newcomer_follow_3").go(f"/g/{scenes['newcomers']['newcomer_follow_3']}/")
    expect(page.locator("#tip button")).to_have_count(2)
    assert page.evaluate(FIND_NAMELESS) == []


def test_lists_that_load_themselves_anew_keep_the_focus(member: NewPerson, scenes: Scenes) -> None:
    page = member().go("/tables/")
    assert page.evaluate(FIND_NAMELESS) == []
    page.goto("/tables/?title=target&language=fr&seats=2")
    assert page.evaluate(FIND_NAMELESS) == []
    button = page.locator("#play-button")
    button.focus()
    page.locator("#open-tables").evaluate("list => { list.dataset.old = 'yes'; }")
    page.evaluate(LOOK_AGAIN)
    expect(page.locator("#open-tables:not([data-old])")).to_be_visible()
    expect(button).to_be_focused()


def test_what_others_do_not_change_stays_the_same_node(member: NewPerson, scenes: Scenes) -> None:
    path = f"/g/{scenes['alone']['read_on']}/"
    page, friend = member("prosper").go(path), member("rosalie").go(path)
    cards = page.locator("#board .slot:not(.empty)")
    expect(cards).to_have_count(1)
    face = page.locator("#board .player:not(.me) .note-face").first
    face.focus()
    page.evaluate(KEEP, KEPT)
    take_turn(friend, Random(2))
    catch_up(page, friend)
    expect(cards).to_have_count(2)
    assert page.evaluate(FIND_LOST) == []
    expect(face).to_be_focused()


def test_a_tab_that_opens_leaves_the_focus_where_it_has_gone_meanwhile(member: NewPerson, scenes: Scenes) -> None:
    page = member().go(f"/g/{scenes['tables']['wait']}/")
    settle(page)
    page.evaluate(
        """() => document.addEventListener("htmx:afterSettle", () => {
          document.getElementById("role-summary").focus();
          setTimeout(() => { window.isLater = true; });
        }, { once: true })"""
    )
    page.locator("#tab-talk").click()
    page.wait_for_function("() => window.isLater")
    expect(page.locator("#role-summary")).to_be_focused()


def test_the_log_stays_where_it_was_when_news_arrive(member: NewPerson, scenes: Scenes) -> None:
    path = f"/g/{scenes['alone']['log_read']}/"
    # So low that the log scrolls.
    page, friend = member("prosper", viewport={"width": 1200, "height": 400}).go(path), member("rosalie").go(path)
    settle(page)
    tricks = page.locator("#log > ol > li")
    before = tricks.count()
    tricks.nth(1).locator("h3").focus()
    page.evaluate("() => document.activeElement.scrollIntoView()")
    page.evaluate(KEEP_ALL, "#log, #log *, #tabs a")
    take_turn(friend, Random(2))
    catch_up(page, friend)
    # Who took the trick leads to the next; a bot has done so by itself.
    for player in (page, friend):
        if is_asked(player):
            take_turn(player, Random(2))
    catch_up(page, friend)
    expect(tricks).not_to_have_count(before)
    assert page.evaluate(FIND_GONE) == []
    assert abs(page.evaluate(FIND_SHIFT)) < 1


def test_past_tricks_stay_where_they_were_when_news_arrive(member: NewPerson, scenes: Scenes) -> None:
    path = f"/g/{scenes['alone']['past_read']}/"
    # So low that the past tricks scroll.
    page = member("prosper", viewport={"width": 1200, "height": 400}).go(f"{path}?tab=past")
    friend = member("rosalie").go(path)
    settle(page)
    tricks = page.locator("#past .past-tricks > li")
    before = tricks.count()
    page.locator("#tab-past").focus()
    page.evaluate(KEEP_ALL, "#past, #past *")
    read = page.locator(f"#{tricks.nth(1).get_attribute('id')}")
    read.evaluate("trick => trick.scrollIntoView()")
    seen = read.evaluate(TOP_OF)
    take_turn(friend, Random(2))
    catch_up(page, friend)
    expect(tricks).to_have_count(before + 1)
    assert page.evaluate(FIND_GONE) == []
    assert abs(read.evaluate(TOP_OF) - seen) < 1
    expect(page.locator("#tab-past")).to_be_focused()


def test_a_past_round_that_is_open_stays_open_when_news_arrive(member: NewPerson, scenes: Scenes) -> None:
    path = f"/g/{scenes['alone']['round_read']}/"
    page, friend = member("prosper").go(f"{path}?tab=past"), member("rosalie").go(path)
    settle(page)
    first = page.locator("#past details").last
    first.locator("summary").click()
    page.evaluate(KEEP_ALL, "#past, #past *")
    say(friend, "Think harder.")
    with page.expect_response(lambda response: "/panel/past/" in response.url):
        page.evaluate(LOOK_AGAIN)
    settle(page)
    assert page.evaluate(FIND_GONE) == []
    expect(first).to_have_attribute("open", "")


def test_what_was_said_stays_the_same_node_when_news_arrive(member: NewPerson, scenes: Scenes) -> None:
    path = f"/g/{scenes['alone']['talk_read']}/"
    page, friend = member("prosper").go(path), member("rosalie").go(path)
    for said in ("One.", "Two."):
        say(friend, said)
    open_tab(page, "talk")
    lines = page.locator("#talk .talk-line")
    expect(lines).to_have_count(2)
    page.locator("#tab-notes").focus()
    page.evaluate(KEEP_ALL, "#tabs a, #talk, #talk *")
    say(friend, "Three.")
    page.evaluate(LOOK_AGAIN)
    expect(lines).to_have_count(3)
    settle(page)
    assert page.evaluate(FIND_GONE) == []
    expect(page.locator("#tab-notes")).to_be_focused()


@pytest.mark.parametrize("table", ["follow", "verdicts"])
def test_the_focus_can_be_seen(table: str, member: NewPerson, scenes: Scenes) -> None:
    page = member(viewport={"width": 390, "height": 664}).go(f"/g/{scenes['tables'][table]}/")
    unseen = []
    for _ in range(25):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            break
        if not page.evaluate(
            """() => [document.activeElement, document.activeElement.nextElementSibling].some(element =>
            element && getComputedStyle(element).outlineStyle !== 'none')"""
        ):
            unseen.append(page.evaluate(FOCUSED))
        if page.evaluate(IS_COVERED):
            unseen.append(f"{page.evaluate(FOCUSED)} is under a bar")
    assert unseen == []


def test_the_list_of_keys_closes_each_time(member: NewPerson, scenes: Scenes) -> None:
    page = member().go(f"/g/{scenes['tables']['wait']}/")
    for _ in range(2):
        page.keyboard.press("?")
        page.locator("#keys button").click()
        expect(page.locator("#keys")).to_be_hidden()


def test_arrows_choose_nothing_behind_the_list_of_keys(member: NewPerson, scenes: Scenes) -> None:
    page = member().go(f"/g/{scenes['tables']['follow']}/")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#mine input:checked")).to_have_count(0)
