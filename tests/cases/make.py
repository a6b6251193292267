"""Plays the games of the tests of cases: `python -m tests.cases.make`, into `tests/cases/games.jsonl`."""

from pathlib import Path
from random import Random

from games.rules.cases import find_case_title, get_rules_of_cases, try_case
from games.rules.engine.values import Chance
from games.rules.record import dump_line, write_record

GAMES = Path(__file__).with_name("games.jsonl")
# The levels of the games, in the order of the file: the first ones serve as cases of several days.
LEVELS = (1, 1, 1, 1, 2, 3, 4, 5, 6, 7)


def main() -> None:
    """Write a record a line."""
    title = find_case_title()
    rules, _ = get_rules_of_cases(title)
    lines = []
    for number, level in enumerate(LEVELS):
        chance: Chance = Random(f"case {number}")
        while (chosen := try_case(title, [rules.levels[level - 1]], chance)) is None:
            pass
        played = chosen.played
        lines.append(dump_line(write_record(title, played.options, played.deal, played.entries, played.state)))
    GAMES.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
