"""Reading on in a long talk: earlier lines are fetched, stay while others talk, and nothing jumps."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.turns import open_tab, say
from tests.browser.waiting import loading, settle

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
def test_earlier_lines_stay_while_others_talk(reader: str, new_person: NewPerson, scenes: Scenes) -> None:
    earlier, begin = WORDS[reader]
    [talker] = WORDS.keys() - {reader}
    mine, other = new_person(locale="fr-FR" if reader == "Timoleon" else "en-GB"), new_person()
    mine.sign_in(f"{reader.lower()}@example.org", scenes["password"])
    other.sign_in(f"{talker.lower()}@example.org", scenes["password"])
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


def test_earlier_lines_are_read_without_scripts(new_person: NewPerson, scenes: Scenes) -> None:
    person = new_person(java_script_enabled=False)
    person.sign_in("salome@example.org", scenes["password"])
    page = person.go(f"/g/{scenes['talkative']['Salome']}/?tab=talk")
    newest = lines(page)
    with loading(page):
        page.get_by_role("link", name="Earlier messages").click()
    earlier = lines(page)
    assert len(earlier) == 50
    assert earlier[-1] != newest[0]
    with loading(page):
        page.get_by_role("link", name="Earlier messages").click()
    assert lines(page)[-1] != earlier[0]
    with loading(page):
        page.get_by_role("link", name="Latest messages").click()
    assert lines(page) == newest
