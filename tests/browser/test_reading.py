"""A turn as a screen reader says it: the accessibility tree of a table, as texts in `golden/` that one can read aloud.

`GOLDEN=write make browser ARGS=tests/browser/test_reading.py` writes them anew.
"""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.pages import LOCALES
from tests.browser.waiting import settle

pytestmark = pytest.mark.browser
GOLDEN = Path(__file__).parent / "golden"
TURNS = {"insidejob": ("follow", "vote"), "target": ("attack",), "rendezvous": ("word", "point")}
NOT_SAID = re.compile(r"^ *- /url: .*\n", re.MULTILINE)
FIND_SAID_TWICE = """() => [...document.querySelectorAll("#choice-form label:has([type=radio], [type=checkbox])")]
  .filter((label) => {
    const read = label.cloneNode(true);
    for (const hidden of read.querySelectorAll("[aria-hidden=true]")) hidden.remove();
    const rest = read.textContent.trim(), name = label.querySelector("input").ariaLabel;
    return rest && (!name || name.includes(rest));
  }).map((label) => label.outerHTML)"""
"""Labels whose text a screen reader reads after the name of what they label."""
TIME = re.compile(r"(?<=- time: ).*|(?<=\()\w+ \d\d:\d\d(?=\))|(?<=\()\w+ à \d+ h(?: \d\d)?(?=\))")
"""How long is left, and until which day and hour, which differ in each run."""


@pytest.mark.parametrize("language", LOCALES)
def test_a_turn_reads_as_it_did(language: str, member: NewPerson, scenes: Scenes) -> None:
    reader = member("agathe", locale=LOCALES[language])
    changed = []
    for title, names in TURNS.items():
        for name in names:
            page = reader.go(f"/g/{scenes['fixed'][title][name]}/")
            if page.locator("#live[data-vote]").count():
                # Talk opens by itself.
                expect(page.locator("#tab-talk[aria-current]")).to_be_visible()
                expect(page.locator("#panel #talk")).to_be_visible()
            settle(page)
            tree = NOT_SAID.sub("", page.locator("body").aria_snapshot() + "\n")
            said = TIME.sub("…", tree)
            path = GOLDEN / f"{title}-{name}-{language}.txt"
            if os.environ.get("GOLDEN") == "write":
                path.parent.mkdir(exist_ok=True)
                path.write_text(said)
            if said != path.read_text():
                changed.append(f"{path.name}:\n{said}")
    assert not changed, "\n".join(changed)


def test_each_choice_is_said_once(member: NewPerson, scenes: Scenes) -> None:
    reader = member(locale=LOCALES["fr"])
    for name in ("follow", "lead", "vote", "larry", "target_turn", "target_hide", "rdv_number", "rdv_emoji"):
        page = reader.go(f"/g/{scenes['tables'][name]}/")
        assert page.locator("#choice-form label :is([type=radio], [type=checkbox])").count(), name
        assert page.evaluate(FIND_SAID_TWICE) == [], name
