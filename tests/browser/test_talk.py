"""Reading on in a long talk: earlier lines are fetched, stay while others talk, and nothing jumps."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.turns import open_tab, say
from tests.browser.waiting import LOOK_AGAIN, settle

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
