"""Reading on in a long talk: earlier lines are fetched, stay while others talk, and nothing jumps."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.checks import find_axe_faults, find_layout_faults
from tests.browser.conftest import NewPerson, Scenes
from tests.browser.turns import open_tab, say
from tests.browser.waiting import LOOK_AGAIN, put_away_tips, settle

pytestmark = pytest.mark.browser
WORDS = {
    "Salome": ("Earlier messages", "This is the start of the chat."),
    "Timoleon": ("Messages précédents", "La discussion commence ici."),
}
TOP = "document.querySelector('.talk-line').getBoundingClientRect().top"


def lines(page: Page) -> list[str]:
    return page.locator(".talk-text").all_inner_texts()


def many(first: int, end: int = 120) -> list[str]:
    return [f"{line} of many" for line in range(first, end)]


@pytest.mark.parametrize("reader", WORDS)
def test_earlier_lines_stay_while_others_talk(reader: str, member: NewPerson, scenes: Scenes) -> None:
    earlier, begin = WORDS[reader]
    [talker] = WORDS.keys() - {reader}
    mine = member(reader, locale="fr-FR" if reader == "Timoleon" else "en-GB")
    other = member(talker)
    page = mine.go(f"/g/{scenes['talkative'][reader]}/")
    open_tab(page, "talk")
    assert lines(page) == many(90), "the last thirty"

    link = page.get_by_role("link", name=earlier)
    link.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".talk-text")).to_have_count(80)
    settle(page)
    assert lines(page) == many(40)
    expect(link).to_be_focused()
    other.go(f"/g/{scenes['talkative'][reader]}/")
    # A line that moves what is below it.
    expect(page.locator("#together form")).to_be_visible()
    link.scroll_into_view_if_needed()
    top = page.evaluate(TOP)
    said = f"As {talker} says"
    say(other.page, said)
    page.evaluate(LOOK_AGAIN)
    expect(page.locator("#talk")).to_contain_text(said)
    settle(page)
    assert lines(page) == [*many(40), said], "what was unfolded stays"
    assert abs(page.evaluate(TOP) - top) < 2, "and stays where it is"
    page.keyboard.press("Enter")
    expect(page.get_by_text(begin)).to_be_focused()
    assert lines(page) == [*many(0), said]
    answer = f"Says {reader}"
    say(page, answer)
    assert lines(page) == [*many(0), said, answer]


SIZES = {"phone": (390, 844), "short phone": (390, 664), "laptop": (1280, 720)}
LOCALES = {"Isaure": "en-GB", "Leopold": "fr-FR"}
BOX = "document.querySelector('{}').getBoundingClientRect()"
COUNT_IN_SIGHT = """() => {
    const scroll = document.querySelector('.talk-scroll').getBoundingClientRect();
    return [...document.querySelectorAll('.talk-text')].filter((line) => {
        const place = line.getBoundingClientRect();
        return place.top >= scroll.top - 1 && place.bottom <= scroll.bottom + 1;
    }).length;
}"""


@pytest.mark.parametrize(
    ("size", "reader"), [("phone", "Isaure"), ("phone", "Leopold"), ("short phone", "Leopold"), ("laptop", "Leopold")]
)
def test_talk_has_its_field_at_the_foot_and_leaves_the_trick_in_view(
    size: str, reader: str, member: NewPerson, scenes: Scenes
) -> None:
    (width, height), code = SIZES[size], scenes["grouped"][reader]
    viewport = {"width": width, "height": height}
    page = member(reader, locale=LOCALES[reader], viewport=viewport).go(f"/g/{code}/")
    open_tab(page, "talk")
    expect(page.locator("#talk-text")).to_be_in_viewport(ratio=1)
    expect(page.locator("#talk-send")).to_be_in_viewport(ratio=1)
    assert page.locator("#talk-text").bounding_box()["height"] == 44  # type: ignore[index]
    panel, form = (page.evaluate(BOX.format(part)) for part in (".talk", "#talk-form"))
    assert abs(panel["bottom"] - form["bottom"]) < 2
    if size == "laptop":
        assert page.evaluate(COUNT_IN_SIGHT) >= 10
    else:
        assert page.evaluate(COUNT_IN_SIGHT) >= (4 if size == "short phone" else 8)
        for card in page.locator(".slot").all():
            assert page.evaluate("card => card.getBoundingClientRect().bottom", card.element_handle()) <= panel["top"]
            expect(card).to_be_in_viewport(ratio=1)
        expect(page.locator("#talk-heading")).to_be_focused()
    assert find_layout_faults(page) == []
    # axe looks at one size, and the longer French is seen at all.
    assert size != "phone" or find_axe_faults(page) == []


def test_the_field_grows_with_what_is_typed_and_stays_at_the_foot(member: NewPerson, scenes: Scenes) -> None:
    page = member("Isaure", viewport={"width": 390, "height": 664}).go(f"/g/{scenes['grouped']['Isaure']}/?tab=talk")
    box = page.locator("#talk-text")
    box.fill("One\nTwo\nThree")
    grown = box.bounding_box()
    assert grown
    assert 80 < grown["height"] <= 104
    box.fill("long " * 99)
    expect(page.locator("#talk-send")).to_be_in_viewport(ratio=1)
    expect(page.locator("#talk-form")).to_be_in_viewport(ratio=1)
    box.fill("")
    assert box.bounding_box()["height"] == 44  # type: ignore[index]


@pytest.mark.parametrize("has_scripts", [True, False])
def test_muting_and_reporting_are_behind_one_button_and_the_sheet_closes(
    has_scripts: bool, member: NewPerson, scenes: Scenes
) -> None:
    person = member("Isaure", viewport={"width": 390, "height": 664}, java_script_enabled=has_scripts)
    page = person.go(f"/g/{scenes['grouped']['Isaure']}/?tab=talk")
    report = page.locator("a[href$='/trouble/']")
    expect(report).to_be_hidden()
    page.locator("#talk-more-summary").click()
    expect(report).to_be_in_viewport(ratio=1)
    if has_scripts:
        page.keyboard.press("Escape")
        expect(report).to_be_hidden()
        page.locator("#talk-text").focus()
        page.keyboard.press("Escape")
        expect(page.locator("#choice-heading")).to_be_focused()
    else:
        page.locator("#talk-close").click()
    expect(page.locator("#talk-form")).to_have_count(0)
    put_away_tips(page)
    expect(page.locator("#play-button")).to_be_in_viewport(ratio=1)


OPEN_KEYBOARD = """height => {
    Object.defineProperty(visualViewport, "height", { get: () => innerHeight - height, configurable: true });
    visualViewport.dispatchEvent(new Event("resize"));
}"""


@pytest.mark.parametrize(("height", "keyboard"), [(844, 336), (664, 300)])
def test_with_a_keyboard_open_the_trick_is_one_line_above_the_talk(
    height: int, keyboard: int, member: NewPerson, scenes: Scenes
) -> None:
    page = member("Isaure", viewport={"width": 390, "height": height}).go(f"/g/{scenes['grouped']['Isaure']}/?tab=talk")
    page.evaluate(OPEN_KEYBOARD, keyboard)
    sheet = page.evaluate(BOX.format(".talk"))
    assert abs(sheet["bottom"] - (height - keyboard)) < 2
    page.locator("#talk-text").fill("One\nTwo\nThree\nFour")
    for part in (".talk-scroll", "#talk-form", "#talk-send"):
        assert page.evaluate(BOX.format(part))["bottom"] <= sheet["bottom"] + 1
    assert page.evaluate(COUNT_IN_SIGHT) >= 1
    ring = page.evaluate(BOX.format("#board .ring"))
    assert ring["height"] < 50
    for card in page.locator("#board .slot .card").all():
        assert page.evaluate("card => card.getBoundingClientRect().bottom", card.element_handle()) <= sheet["top"]
        expect(card).to_be_in_viewport(ratio=1)
    page.evaluate(OPEN_KEYBOARD, 0)
    assert page.evaluate(BOX.format("#board .ring"))["height"] > 80
