"""What a new player sees: the role alone, then the table with one tip at a time, which points and covers nothing."""

import pytest
from playwright.sync_api import Page, expect

from games.rules.registry import TITLES
from tests.browser.checks import LONGEST, find_axe_faults, find_layout_faults
from tests.browser.conftest import NewPerson, Scenes
from tests.browser.pages import LOCALES
from tests.browser.turns import START_BUTTONS
from tests.browser.waiting import answered, follow, settle

pytestmark = pytest.mark.browser
SCREENS = ((390, 844), (360, 616), (1280, 720))
COVERED = """() => {
  const dock = document.querySelector("#mine").getBoundingClientRect();
  const under = (each) => each.getBoundingClientRect().bottom > dock.top + 1;
  const faults = [...document.querySelectorAll("#board .slot .card")].filter(under).map((each) => each.textContent);
  const tip = document.querySelector("#tip").getBoundingClientRect();
  if (tip.bottom > innerHeight + 1) faults.push("the tip is below the screen");
  return faults;
}"""
POINTS = """() => {
  const code = document.querySelector("#tip-done").value, [thing] = document.querySelectorAll(".pointed-at");
  if (!thing?.matches(document.querySelector("#tip [data-at]").dataset.at)) return `${code} points at nothing`;
  const line = document.querySelector(".pointer path");
  if (thing.closest("#mine")) return line ? `${code} has a line to the dock` : "";
  if (!line) return `${code} has no line`;
  const end = line.getPointAtLength(line.getTotalLength()).matrixTransform(line.getScreenCTM());
  const box = thing.getBoundingClientRect(), near = 8;
  const words = document.createTreeWalker(document.querySelector(".play"), NodeFilter.SHOW_TEXT), range = new Range();
  while (words.nextNode()) {
    if (words.currentNode.parentElement.closest(".visually-hidden")) continue;
    range.selectNodeContents(words.currentNode);
    const struck = [...range.getClientRects()].some(({ left, right, top, bottom }) => {
      for (let at = 0; at < line.getTotalLength(); at += 3) {
        const { x, y } = line.getPointAtLength(at).matrixTransform(line.getScreenCTM());
        if (left < x && x < right && top + 4 < y && y < bottom - 4) return true;
      }
    });
    if (struck && range.toString().trim()) return `the line of ${code} strikes through ${range.toString().trim()}`;
  }
  const isNear = Math.max(box.left - end.x, end.x - box.right, box.top - end.y, end.y - box.bottom) < near;
  return isNear ? "" : `the line of ${code} ends elsewhere`;
}"""

POINT_AT = """at => {
  document.querySelector("#tip [data-at]").dataset.at = at;
  dispatchEvent(new Event("resize"));
  return document.querySelectorAll(".pointer").length;
}"""
"""Let the tip point at something else, and tell whether a line leads there."""


def start_as_newcomer(page: Page, title: str = "insidejob") -> None:
    """Start a first game from the first page, with all that a new player is shown."""
    page.goto("/")
    follow(page.locator(START_BUTTONS[title]).first)
    expect(page.locator("#board")).to_be_attached()


def put_away(page: Page) -> None:
    """Press *Got it*, and wait until the next tip stands there, or none."""
    code = page.locator("#tip-done").get_attribute("value")
    page.locator("#tip-done").click()
    expect(page.locator(f"#tip-done[value={code}]")).to_have_count(0)
    settle(page)


def test_the_role_stands_alone_before_the_table(new_person: NewPerson) -> None:
    page = new_person(reveals=True, viewport={"width": 390, "height": 844}).page
    start_as_newcomer(page)
    sheet = page.locator("#role-sheet")
    expect(sheet.locator(".stamp")).to_be_in_viewport(ratio=1)
    expect(page.locator("#role-done")).to_be_focused()
    expect(page.locator("#role-done")).to_be_in_viewport(ratio=1)
    box = sheet.bounding_box()
    assert box == {"x": 0, "y": 0, "width": 390, "height": 844}, "it covers the whole page"
    assert find_layout_faults(page) + find_axe_faults(page) == []
    page.keyboard.press("Enter")
    expect(sheet).to_have_count(0)
    expect(page.locator("#tip")).to_be_visible()
    page.reload()
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#role-sheet[open]")).to_have_count(0)


def test_escape_closes_the_role_and_it_can_be_read_again(new_person: NewPerson) -> None:
    page = new_person(reveals=True).page
    start_as_newcomer(page)
    role = page.locator("#role-sheet .stamp").inner_text()
    page.keyboard.press("Escape")
    expect(page.locator("#role-sheet")).to_have_count(0)
    page.locator("#role-summary").click()
    expect(page.locator("#role .stamp")).to_have_text(role, ignore_case=True)


def test_a_card_of_rendezvous_stands_alone_too_and_target_has_none(new_person: NewPerson) -> None:
    page = new_person(reveals=True).page
    start_as_newcomer(page, "target")
    expect(page.locator("#tip")).to_be_visible()
    expect(page.locator("#role-sheet[open]")).to_have_count(0)
    start_as_newcomer(page, "rendezvous")
    number = page.locator("#number-button")
    if number.count():
        page.locator("[name=number]").first.check(force=True)
        number.click()
    expect(page.locator("#role-sheet .word-card")).to_be_visible()
    page.locator("#role-done").click()
    expect(page.locator("#role-sheet")).to_have_count(0)


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("title", START_BUTTONS)
def test_a_tip_takes_the_place_of_the_button_points_and_covers_nothing(
    title: str, language: str, new_person: NewPerson
) -> None:
    page = new_person(locale=LOCALES[language]).page
    start_as_newcomer(page, title)
    seen, faults = list[str](), list[str]()
    while page.locator("#tip").count():
        seen.append(page.locator("#tip-done").get_attribute("value") or "")
        expect(page.locator("#mine .act .button").first).to_be_hidden()
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            found = [*page.evaluate(COVERED), page.evaluate(POINTS)]
            faults += [f"{seen[-1]} at {width} x {height}: {fault}" for fault in found if fault]
        faults += find_layout_faults(page)
        if language == LONGEST:
            faults += find_axe_faults(page)
        put_away(page)
    assert not faults, "\n".join(faults)
    assert len(set(seen)) == len(seen)
    assert page.locator(".pointed-at, .pointer").count() == 0
    if page.locator("#status-line[data-turn]").count():
        expect(page.locator("#choice-form .button.primary")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", SCREENS, ids=str)
def test_a_line_to_anything_that_a_tip_may_point_at_strikes_through_no_text(
    new_person: NewPerson, size: tuple[int, int]
) -> None:
    """Also to what only later tips of a game point at, such as the Insider's intel."""
    page = new_person(locale=LOCALES[LONGEST], viewport={"width": size[0], "height": size[1]}).page
    start_as_newcomer(page)
    expect(page.locator("#tip")).to_be_visible()
    faults, pointed = [], 0
    for tip in TITLES["insidejob"].TEXTS.tips:
        pointed += page.evaluate(POINT_AT, tip.at)
        if page.locator(".pointed-at").count():
            faults.append(page.evaluate(POINTS))
    assert pointed > 2
    assert [fault for fault in faults if fault] == []


def test_without_scripts_the_role_can_be_read_and_tips_put_away(new_person: NewPerson) -> None:
    page = new_person(java_script_enabled=False).page
    start_as_newcomer(page)
    expect(page.locator("#role-sheet")).to_be_hidden()
    page.locator("#role-summary").click()
    expect(page.locator("#role .stamp")).to_be_visible()
    while page.locator("#tip").count():
        follow(page.locator("#tip-done"))
    expect(page.locator("#play-button")).to_be_visible()


def test_the_table_opens_at_its_top_wherever_the_lobby_was(new_person: NewPerson, member: NewPerson) -> None:
    host = member(viewport={"width": 390, "height": 500})
    page = host.go("/games/new/target/")
    page.locator("#own-way > summary").click()
    follow(page.locator("#own-way button.primary"))
    page.locator("#ask-fill").click()
    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    assert page.evaluate("scrollY") > 0
    follow(page.locator("#do-fill"))
    expect(page.locator("#board")).to_be_visible()
    page.wait_for_function("() => scrollY === 0")
    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    page.reload()
    page.wait_for_function("() => scrollY === 0")


WATCH = """() => {
  window.covered = [];
  const note = () => {
    const dock = document.querySelector(".was.dock")?.getBoundingClientRect();
    for (const slot of document.querySelectorAll(".told .slot[data-enter=drop]:not([data-held])")) {
      const { bottom } = slot.getBoundingClientRect();
      if (dock && bottom > dock.top + 1) window.covered.push(`${slot.textContent} ${bottom} ${dock.top}`);
    }
    if (document.documentElement.hasAttribute("data-telling")) window.wasTold = true;
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}"""
"""Note which played cards lie under my old hand while a story is told."""


def test_no_sheet_covers_a_card_while_a_first_lead_is_told(member: NewPerson, scenes: Scenes) -> None:
    person = member("prunelle", viewport={"width": 390, "height": 844}, reduced_motion="no-preference")
    page = person.go(f"/g/{scenes['alone']['first_lead']}/")
    expect(page.locator("#tip")).to_be_visible()
    while page.locator("#tip").count():
        put_away(page)
    for name in ("mission", "card"):
        page.locator(f"#choice-form [name={name}]:not([aria-disabled=true])").first.check()
    page.evaluate(WATCH)
    with answered(page):
        page.locator("#play-button").click()
    page.wait_for_function("() => window.wasTold && !document.documentElement.hasAttribute('data-telling')")
    assert page.evaluate("covered") == []
