"""How long each proof looks, in one place: small rounds in `make test`, deep ones in `make proofs`.

INSIDEJOB_ROUNDS says which: `small`, as if it is not set, or `deep`, and after it other numbers of some proofs, as
`make prove` and `make races` set them: `small,junk=200000`. docs/testing.md says what each of the proofs shows.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pytest

VARIABLE = "INSIDEJOB_ROUNDS"
SMALL, DEEP = "small", "deep"


@dataclass(frozen=True)
class Rounds:
    """How many rounds of a proof are played, and of what."""

    small: int
    deep: int
    what: str


ROUNDS = {
    "swap": Rounds(120, 2_000, "pairs of worlds compared by the rules, of each title"),
    "lineups": Rounds(5, 15, "line-ups with a house role at which pairs of worlds are compared, of 364"),
    "received": Rounds(3, 10, "pairs of worlds compared over HTTP, and as many by mail, of each title"),
    "received_again": Rounds(3, 8, "the same on PostgreSQL, where only an order that no query asks for is another"),
    "swap_api": Rounds(50, 800, "pairs of worlds compared in what programs get by the rules, of each title"),
    "received_api": Rounds(2, 8, "pairs of worlds compared over HTTP with a token, of each title"),
    "watched": Rounds(4, 10, "pairs of worlds compared in what spectators get, of each title"),
    "blind": Rounds(5, 12, "games in which clock and stand-in are asked in other roles, of each title"),
    "imagined": Rounds(10, 30, "games in which everybody imagines worlds, of each title that does"),
    "links": Rounds(4, 12, "games in which the link of a mail is looked at in every role, of each title"),
    "games": Rounds(6, 12, "random games for each law that holds for any title, shared among its settings"),
    "absent": Rounds(9, 18, "games with absent players of each title, shared among its settings"),
    "settings": Rounds(
        0, 1, "tables: 0 with every choice, 1 where every two meet, 2 with all combinations of those COMBINED, 3 all"
    ),
    "premoves": Rounds(4, 30, "tables at which everybody prepares, of each title whose premoves rest on something"),
    "late": Rounds(40, 60, "games, by the rules, of people who are late, leave and come back"),
    "stored": Rounds(3, 7, "such games on the database"),
    "junk": Rounds(250, 1_000, "requests of junk"),
    "junk_api": Rounds(150, 600, "requests of junk with a token"),
    "openings": Rounds(100, 300, "random tables that two who are kept apart come to"),
    "races": Rounds(4, 8, "rounds of each race"),
}
"""The proofs by name."""
MORE_ROUNDS = (
    "tests/rules/test_world_swap.py",
    "tests/rules/test_links.py",
    "tests/rules/test_worlds.py",
    "tests/rules/test_conformance.py",
    "tests/rules/test_conformance_json.py",
    "tests/rules/test_premoves.py",
    "tests/rules/test_narration.py",
    "games/titles/insidejob/tests/test_stand_in.py",
    "games/titles/insidejob/tests/test_world_swap.py",
    "tests/tables/pages/test_world_swap.py",
    "tests/notifications/email/test_world_swap.py",
    "tests/site/pages/test_fuzz.py",
    "tests/watching/pages/test_swap.py",
    "tests/api/test_world_swap.py",
    "tests/api/test_fuzz.py",
    "tests/people/pages/test_blocks.py",
    "tests/tables/test_every_game_ends.py",
    "tests/clock/test_clock_law.py",
    "tests/races/",
)
"""The files of tests that play more rounds when they are deep; pytest marks them `rounds`."""


def count_rounds(proof: str) -> int:
    """Return how many rounds of a proof to play in this run. Raises `KeyError` if there is no such proof."""
    return choose_rounds(os.environ.get(VARIABLE, SMALL))[proof]


def choose(small: int, *, deep: int) -> int:
    """Return how many rounds a test plays that is marked `rounds` and no proof of the list above."""
    return deep if is_deep() else small


def is_deep() -> bool:
    """Tell whether the deep rounds are played, and with them the tests marked `deep`."""
    return os.environ.get(VARIABLE, SMALL).split(",")[0] == DEEP


def choose_rounds(chosen: str) -> dict[str, int]:
    """Return the rounds of every proof, as INSIDEJOB_ROUNDS has them. Raises `ValueError` if it names what is not."""
    level, *others = chosen.split(",")
    if level not in (SMALL, DEEP):
        raise ValueError(f"{VARIABLE} begins with {SMALL} or {DEEP}, not {level!r}")
    rounds = {name: each.deep if level == DEEP else each.small for name, each in ROUNDS.items()}
    numbers = {name: int(number) for name, _, number in (each.partition("=") for each in others)}
    if unknown := numbers.keys() - rounds.keys():
        raise ValueError(f"{VARIABLE} names no proofs: {sorted(unknown)}")
    return rounds | numbers


def ask_for(**numbers: int) -> dict[str, str]:
    """Return the environment in which these proofs take this many rounds: `ask_for(junk=200_000)`."""
    return {VARIABLE: ",".join([SMALL, *(f"{name}={number}" for name, number in numbers.items())])}


def one_in(every: int, cases: Iterable[Any]) -> list[Any]:
    """Return the cases for a test's `parametrize`, of which every run tries one in several and deep rounds all."""
    return [case if number % every == 0 else mark_deep(case) for number, case in enumerate(cases)]


def mark_deep(case: Any) -> Any:
    """Return a case that is left to the deep rounds; a tuple holds several arguments."""
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.deep)
