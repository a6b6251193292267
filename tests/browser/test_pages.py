"""Every page fits small screens and is easy to press, in French, and every fourth page in English.

axe passes each in one of the two.
"""

import pytest

from games.rules.registry import TITLES
from tests.browser.checks import find_axe_faults, find_faults, find_layout_faults
from tests.browser.conftest import NewPerson, Scenes
from tests.browser.pages import LOCALES, list_members_pages, list_visitors_pages
from tests.browser.stage import name_kind
from tests.browser.waiting import follow
from tests.rules.swap import play_game
from tests.titles import worlds_of

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("language", LOCALES)
def test_pages_of_visitors_fit_and_pass_axe(language: str, new_person: NewPerson, scenes: Scenes) -> None:
    visitor = new_person(locale=LOCALES[language])
    assert find_faults(visitor, [*list_visitors_pages(scenes, language).values()], language) == []
    visitor.go("/accounts/signup/")
    visitor.page.fill("[name=email]", f"nobody-{language}@example.org")
    follow(visitor.page.locator("main form button.primary"))
    assert find_faults(visitor, [""], language) == []
    visitor.page.fill("[name=display_name]", f"Nobody {language}")
    follow(visitor.page.locator("main form button.primary"))
    assert find_faults(visitor, [""], language) == []


@pytest.mark.parametrize("language", LOCALES)
def test_pages_of_members_fit_and_pass_axe(language: str, member: NewPerson, scenes: Scenes) -> None:
    # A test votes at this table.
    paths = [path for name, path in list_members_pages(scenes).items() if name != "vote"]
    assert find_faults(member(locale=LOCALES[language]), paths, language) == []


@pytest.mark.parametrize("title", TITLES)
def test_everything_a_title_asks_and_its_end_are_among_the_pages(title: str, scenes: Scenes) -> None:
    games = [play_game(worlds_of(title), f"pages-{number}") for number in range(60)]
    rules = worlds_of(title).TITLE
    asked = [
        rules.decision(state, seat) for game in games for state in game.states[:-1] for seat in rules.to_act(state)
    ]
    kinds = {f"{title} {name_kind(decision.name)}" for decision in asked if decision}
    missing = sorted({*kinds, f"{title} over"} - {*scenes["asked"]})
    assert not missing, f"tests/stage.py in the folder of {title} shows the first person no table of {missing}"


PLANTED = """() => {
  document.querySelector("main").insertAdjacentHTML("beforeend", `<button id="planted" class="planted-wide"></button>
    <input required><p id="planted-line">wide</p><p id="planted-pale">pale in the dark</p>
    <button id="planted-low">low on a phone</button>`);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`#planted { min-height: 20px } #planted-line { width: 350px }
    #planted-pale { color: #000; background: #fff } #planted-low { min-height: 44px }
    @media (prefers-color-scheme: dark) { #planted-pale { color: #333; background: #000 } }
    @media (min-width: 330px) and (max-width: 400px) { #planted-low { min-height: 0; height: 20px; padding: 0 } }`);
  document.adoptedStyleSheets = [sheet];
}"""


def test_the_checks_find_what_is_too_wide_too_small_too_pale_or_unnamed(new_person: NewPerson) -> None:
    page = new_person().go("/")
    page.evaluate(PLANTED)
    layout, axe = find_layout_faults(page), find_axe_faults(page)
    assert [fault for fault in layout if fault.startswith("at 320 px") and "planted-line" in fault]
    assert [fault for fault in layout if "planted" in fault and " x 2" in fault]
    assert [fault for fault in layout if "calls <input required" in fault]
    assert [fault.split(": ")[0] for fault in layout if "planted-low" in fault] == ["at 390 px"]
    assert {fault.split(": ")[1] for fault in axe} >= {"button-name", "label"}
    assert [fault.split(": ")[:2] for fault in axe if "planted-pale" in fault] == [["dark", "color-contrast"]]
