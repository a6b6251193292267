"""What each title puts on the stage of the browser by its `stage.py`: full tables, first ones, and fixed games."""

from typing import Any

from games.models import Game
from games.rules.registry import TITLES
from games.wording.table_names import KEYS, WORDS
from tests.browser.playing import make_person
from tests.tables.builders import start_table
from tests.titles import find_module

LONG_NAMES = (
    "Bartholomew Featherstone", "Wilhelmina Throckmorton", "Maximilienne Desrochers", "Guillemette Beauregards",
    "Theodora Papadimitriou-Lo", "Anastasia Konstantinova", "Christophe Vandenberghen", "Hippolyte Montgolfieres",
)  # fmt: skip
"""As long as names may be: 24 letters."""
LONGEST_WORD = max(KEYS, key=lambda key: max(map(len, WORDS[key].values())))
"""The word of the longest name that a table may be given; which one it gets is otherwise up to chance."""


def find_stage(title: str) -> Any:
    stage = find_module(title, "stage")
    assert stage, f"{title} has no tests/stage.py in its folder"
    return stage


def ask_stage(title: str, name: str, *people: Any) -> Any:
    """Return what an optional function of a title's stage makes, by name."""
    return getattr(find_stage(title), name, lambda *people: {})(*people)


def set_crowds() -> dict[str, dict[str, str]]:
    """Make the fullest tables of each title, all with long names; return the codes.

    Those of newcomers are the first of their first player, who gets tips and has the name of the table.
    """
    people = [make_person(name[:24].strip()) for name in LONG_NAMES]
    made: dict[str, dict[str, str]] = {"crowds": {}, "newcomers": {}}
    for title, rules in TITLES.items():
        # Tips are for the first table alone.
        start_table(*people[: max(rules.SEATS)], title=title)
        made["crowds"] |= ask_stage(title, "make_crowds", *people)
        made["newcomers"] |= ask_stage(title, "make_newcomers", *people)
    codes = [code for tables in made.values() for code in tables.values()]
    Game.objects.filter(code__in=codes).update(table_name=LONGEST_WORD)
    return made


def set_fixed() -> dict[str, Any]:
    """Make the games of each title that are the same each time, Agathe's; return the codes."""
    people = [make_person(name) for name in ("Agathe", "Bertrand", "Cyrielle", "Damien", "Estelle")]
    return {title: ask_stage(title, "make_fixed", *people) for title in TITLES}
