"""The rules in short: one press opens them over the table, with and without JavaScript, and they fit a phone."""

import pytest
from playwright.sync_api import expect

from tests.browser.checks import find_axe_faults
from tests.browser.conftest import NewPerson, Scenes
from tests.browser.turns import start_game

pytestmark = pytest.mark.browser
PHONE = {"width": 360, "height": 616}
INSIDE = """(box) => { const { left, right, bottom } = box.getBoundingClientRect();
  return left >= 0 && right <= innerWidth && bottom <= innerHeight && document.body.scrollWidth <= innerWidth; }"""


@pytest.mark.parametrize("scripts", [True, False])
def test_one_press_opens_the_aid_over_the_table(member: NewPerson, scenes: Scenes, *, scripts: bool) -> None:
    player = member("agathe", viewport=PHONE, java_script_enabled=scripts)
    for title in ("insidejob", "target", "rendezvous"):
        page = player.go(f"/g/{next(iter(scenes['fixed'][title].values()))}/")
        aid = page.locator("#aid > div")
        expect(aid).to_be_hidden()
        page.locator("#aid-summary").click()
        expect(aid).to_be_visible()
        expect(aid.locator("li").first).to_be_visible()
        assert aid.evaluate(INSIDE), title


def test_a_guest_finds_it_beside_the_way_to_keep_their_games(new_person: NewPerson) -> None:
    page = new_person(viewport=PHONE, locale="fr-FR").go("/")
    start_game(page)
    page.locator("#aid-summary").click()
    expect(page.locator("#aid > div")).to_contain_text("Il reste 2 cartes dans chaque main")
    assert page.locator("#aid > div").evaluate(INSIDE)
    assert find_axe_faults(page) == []
    page.locator("#role-summary").click()
    expect(page.locator("#aid > div")).to_be_hidden()
