"""Which games make a case, for any title that has cases: by what the observer says, and by nothing else."""

import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from games.rules import cases
from games.rules.cases import MIN_HINTS, MIN_SUSPECTS, Review, is_fit
from games.rules.engine.cases import FOOLED, HINT, LIE, MISLEADING, Fact, Level, Lineup, dump_fact, load_fact
from games.rules.engine.suspicion import Shares
from games.rules.engine.values import Event, Term
from games.rules.registry import TITLES
from tests.cases.builders import load_game
from tests.cases.make import LEVELS

HINTS = tuple(Fact(scene, HINT, Event("x"), (20, 40)) for scene in range(1, MIN_HINTS + 1))
MARKS = frozenset({LIE, MISLEADING})
LINEUP = Lineup(4, "steady", "steady", {})
OPEN, PROVEN = Level(LINEUP, range(5, 8), most=50), Level(LINEUP, range(2, 6), range(3, 5))
FITS = Review(5, None, MIN_SUSPECTS, HINTS, MARKS, most_before=50, at_last=60)


def say(*percents: int, **proofs: str) -> Shares:
    return Shares(percents, (25.0,) * 4, {int(seat[1:]): code for seat, code in proofs.items()})


AHEAD_IS_1, TORN = say(20, 20 + cases.LEAD, 20, 20), say(45, 45, 5, 5)


def test_a_case_is_open_from_the_scene_on_that_the_guilty_seat_leads_and_stays() -> None:
    assert cases.find_opened([TORN, AHEAD_IS_1, TORN, AHEAD_IS_1, AHEAD_IS_1], 1) == 4
    assert cases.find_opened([AHEAD_IS_1, AHEAD_IS_1], 1) == 1
    assert cases.find_opened([AHEAD_IS_1, TORN], 1) is None
    assert cases.find_opened([AHEAD_IS_1], 0) is None
    assert cases.find_opened([say(21, 20 + cases.LEAD, 20, 19)], 1) is None


def test_a_proof_is_a_hundred_per_cent() -> None:
    assert cases.find_proven([TORN, say(0, 100, 0, 0)], 1) == 2
    assert cases.find_proven([say(100, 0, 0, 0)], 1) is None


def test_a_level_asks_for_proof_in_its_scenes_or_for_none_at_all() -> None:
    assert is_fit(PROVEN, Review(4, 4, MIN_SUSPECTS, HINTS, MARKS))
    assert not is_fit(PROVEN, Review(4, 5, MIN_SUSPECTS, HINTS, MARKS))
    assert not is_fit(PROVEN, Review(4, None, MIN_SUSPECTS, HINTS, MARKS))
    assert is_fit(OPEN, FITS)
    assert not is_fit(OPEN, replace(FITS, proven=9))


@pytest.mark.parametrize(
    "change",
    [
        {"opened": None},
        {"opened": 4},
        {"suspects": MIN_SUSPECTS - 1},
        {"facts": HINTS[1:]},
        {"most_before": 55},
        {"at_last": 45},
        {"marks": frozenset({LIE})},
    ],
)
def test_a_game_is_no_case_that_opens_too_early_or_by_too_little(change: Mapping[str, Any]) -> None:
    assert not is_fit(OPEN, replace(FITS, **change))


def test_a_fooled_table_and_a_special_role_are_always_worth_telling() -> None:
    assert is_fit(OPEN, replace(FITS, marks=frozenset({FOOLED})))
    assert is_fit(replace(OPEN, special=Term("role", "x")), replace(FITS, marks=frozenset()))


def test_whoever_is_known_to_all_is_no_suspect() -> None:
    assert cases.count_suspects(say(0, 70, 20, 10, s0="opened"), 1) == 3
    assert cases.count_suspects(say(0, 100, 0, 0, s1="broke"), 1) == 4


def test_a_fact_is_stored_whole() -> None:
    event = Event("x", {"player": Term("seat", 2), "count": 3})
    for fact in (Fact(3, HINT, event, (5, 10)), Fact(3, "proof", event)):
        assert load_fact(json.loads(json.dumps(dump_fact(fact)))) == fact


def test_a_title_with_cases_has_a_suspicion_model() -> None:
    assert all(title.SUSPICION_MODEL for title in TITLES.values() if title.CASES)


def test_cases_get_harder_through_the_week() -> None:
    rules, _ = cases.get_rules_of_cases(cases.find_case_title())
    assert len(rules.levels) == 7
    for easier, harder in pairwise(rules.levels):
        assert max(easier.opened) < min(harder.opened)
    assert [bool(level.proven) for level in rules.levels] == sorted(
        [bool(level.proven) for level in rules.levels], reverse=True
    )


@pytest.mark.parametrize("place", range(len(LEVELS)))
def test_every_fact_is_of_the_guilty_seat_and_has_words(place: int) -> None:
    chosen = load_game(place)
    rules, _ = cases.get_rules_of_cases(chosen.played.title)
    assert chosen.review.facts
    for fact in chosen.review.facts:
        assert fact.event.params["player"] == Term("seat", chosen.played.guilty)
        assert fact.event.code in rules.sentences
