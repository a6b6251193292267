"""How long each proof looks, in one place: small rounds in `make test`, deep in `make proofs`, long in `make prove`.

INSIDEJOB_ROUNDS says which: `small`, as if it is not set, `deep` or `long`, and after it other numbers of some proofs,
as `make prove` and `make races` set them: `small,junk=200000`. docs/testing.md says what each of the proofs shows.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pytest

VARIABLE = "INSIDEJOB_ROUNDS"
SMALL, DEEP, LONG = LEVELS = "small", "deep", "long"


@dataclass(frozen=True)
class Rounds:
    """How many rounds of a proof are played, and of what."""

    small: int
    deep: int
    long: int
    what: str


ROUNDS = {
    "swap": Rounds(120, 1_000, 2_000, "pairs of worlds compared by the rules, of each title"),
    "lineups": Rounds(5, 10, 15, "line-ups with a house role at which pairs of worlds are compared, of 364"),
    "received": Rounds(2, 6, 10, "pairs of worlds compared over HTTP, and as many by mail, of each title"),
    "received_again": Rounds(
        2, 2, 8, "pairs of all who receive on PostgreSQL, where only an order that no query asks for is another"
    ),
    "swap_api": Rounds(50, 400, 800, "pairs of worlds compared in what programs get by the rules, of each title"),
    "received_api": Rounds(2, 4, 8, "pairs of worlds compared over HTTP with a token, of each title"),
    "watched": Rounds(2, 6, 10, "pairs of worlds compared in what spectators get, of each title"),
    "blind": Rounds(5, 8, 12, "games in which clock and stand-in are asked in other roles, of each title"),
    "imagined": Rounds(10, 20, 30, "games in which everybody imagines worlds, of each title that does"),
    "links": Rounds(4, 8, 12, "games in which the link of a mail is looked at in every role, of each title"),
    "games": Rounds(6, 8, 12, "random games for each law that holds for any title, shared among its settings"),
    "absent": Rounds(9, 12, 18, "games with absent players of each title, shared among its settings"),
    "settings": Rounds(
        0, 1, 1, "tables: 0 with every choice, 1 where every two meet, 2 with all combinations of those COMBINED, 3 all"
    ),
    "premoves": Rounds(2, 10, 30, "tables at which everybody prepares, of each title whose premoves rest on something"),
    "late": Rounds(40, 50, 60, "games, by the rules, of people who are late, leave and come back"),
    "stored": Rounds(3, 5, 7, "such games on the database"),
    "junk": Rounds(150, 500, 1_000, "requests of junk"),
    "junk_api": Rounds(100, 300, 600, "requests of junk with a token"),
    "openings": Rounds(100, 200, 300, "random tables that two who are kept apart come to"),
    "races": Rounds(2, 8, 8, "rounds of each race"),
}
"""The proofs by name."""


def count_rounds(proof: str) -> int:
    """Return how many rounds of a proof to play in this run. Raises `KeyError` if there is no such proof."""
    return choose_rounds(os.environ.get(VARIABLE, SMALL))[proof]


def choose(small: int, *, deep: int, long: int = 0) -> int:
    """Return how many rounds a test plays that is marked `rounds` and no proof of the list above.

    Long rounds are as many as deep ones unless `long` says otherwise.
    """
    return {SMALL: small, DEEP: deep, LONG: long or deep}[find_level()]


def find_level() -> str:
    return os.environ.get(VARIABLE, SMALL).split(",")[0]


def is_deep() -> bool:
    """Tell whether deep or long rounds are played, and with them the tests marked `deep`."""
    return find_level() != SMALL


def is_long() -> bool:
    """Tell whether long rounds are played, and with them the tests marked `long`."""
    return find_level() == LONG


def choose_rounds(chosen: str) -> dict[str, int]:
    """Return the rounds of every proof, as INSIDEJOB_ROUNDS has them. Raises `ValueError` if it names what is not."""
    level, *others = chosen.split(",")
    if level not in LEVELS:
        raise ValueError(f"{VARIABLE} begins with {', '.join(LEVELS)}, not {level!r}")
    rounds: dict[str, int] = {name: getattr(each, level) for name, each in ROUNDS.items()}
    numbers = {name: int(number) for name, _, number in (each.partition("=") for each in others)}
    if unknown := numbers.keys() - rounds.keys():
        raise ValueError(f"{VARIABLE} names no proofs: {sorted(unknown)}")
    return rounds | numbers


def ask_for(**numbers: int) -> dict[str, str]:
    """Return the environment in which these proofs take this many rounds: `ask_for(junk=200_000)`."""
    return {VARIABLE: ",".join([SMALL, *(f"{name}={number}" for name, number in numbers.items())])}


def one_in(every: int, cases: Iterable[Any], *, deep: int = 1) -> list[Any]:
    """Return the cases for a test's `parametrize`: small rounds try one in `every`, deep ones one in `deep`, long all.

    `every` is a multiple of `deep`, so that deep rounds try what small ones leave out.
    """
    return [
        case if number % every == 0 else mark(case, "deep" if number % deep == 0 else "long")
        for number, case in enumerate(cases)
    ]


def mark(case: Any, name: str) -> Any:
    """Return a case that is left to deep or long rounds, as `name` says; a tuple holds several arguments."""
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=getattr(pytest.mark, name))
