"""Browsers without newer features, which are taken away from Chromium, play and show what is chosen."""

from random import Random

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.people import Person
from tests.browser.player import Chromium, play
from tests.browser.turns import START_BUTTONS
from tests.browser.waiting import put_away_tips, send

pytestmark = pytest.mark.browser
# As Firefox 115 and Safari 15.4 have none of these.
TAKE_AWAY = """for (const name of ["checkVisibility", "showPopover", "hidePopover", "togglePopover"]) {
  delete Element.prototype[name];
  delete HTMLElement.prototype[name];
}
delete HTMLElement.prototype.popover;"""
SHOWS_CHOICE = "radio => getComputedStyle(radio).opacity"

FIND_COVERED_NUMBERS = """() => [...document.querySelectorAll(".hand .pick")].filter(pick => {
  const number = document.createRange();
  number.selectNodeContents(pick.querySelector(".card-value"));
  return pick.querySelector("input").getBoundingClientRect().left < number.getBoundingClientRect().right;
}).map(pick => pick.innerText)"""


def make_older(person: Person) -> Person:
    """Give a person a browser that knows neither `:has()` nor newer functions of elements."""

    def forget_has(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace(":has(", ":no-such-selector("))

    person.context.route("**/*.css", forget_has)
    person.context.add_init_script(TAKE_AWAY)
    return person


def test_spies_can_be_hidden(member: NewPerson, scenes: Scenes) -> None:
    page = make_older(member("rosalie")).go(f"/g/{scenes['alone']['hiding_older']}/")
    put_away_tips(page)
    expect(page.locator(".to-hide:visible")).to_have_count(3)
    for place, spy in enumerate("147"):
        page.locator(f"#spy{place}-{spy}").check()
        assert page.locator(f"#spy{place}-{spy}").evaluate(SHOWS_CHOICE) == "1"
    send(page.locator("#hide-button"))
    expect(page.locator("#choice-made")).to_contain_text("1, 4, 7")


def test_spies_can_be_swapped(member: NewPerson, scenes: Scenes) -> None:
    page = make_older(member()).go(f"/g/{scenes['tables']['target_turn']}/")
    put_away_tips(page)
    page.locator("#swap").check()
    for choices in ("[name=own]", ".spies [name=spy]", "[name=token]"):
        page.locator(f"{choices}:visible").first.check()
    expect(page.locator("#turn-button")).to_contain_text("Swap the")


def test_a_card_can_be_played_by_keys(member: NewPerson, scenes: Scenes) -> None:
    page = make_older(member()).go(f"/g/{scenes['tables']['follow']}/")
    assert page.evaluate(FIND_COVERED_NUMBERS) == []
    page.keyboard.press("ArrowRight")
    expect(page.locator(".hand :checked")).to_have_count(1)
    assert page.locator(".hand :checked").evaluate(SHOWS_CHOICE) == "1"


@pytest.mark.parametrize("title", START_BUTTONS)
def test_a_whole_game_has_no_errors(title: str, new_person: NewPerson) -> None:
    person = make_older(new_person(reveals=True))
    person.go("/").click(START_BUTTONS[title])
    play(Chromium(person), Random(title))
    # Sheets that come with the result may still be on their way.
    person.context.unroute_all(behavior="wait")
