"""Which games make a case, for any title that has cases: by what its two readers say, and by nothing else."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import inf
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest

from games.rules import cases
from games.rules.cases import MIN_HINTS, MIN_SUSPECTS, Review, _is_fit
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
    assert cases._find_opened([TORN, AHEAD_IS_1, TORN, AHEAD_IS_1, AHEAD_IS_1], 1) == 4
    assert cases._find_opened([AHEAD_IS_1, AHEAD_IS_1], 1) == 1
    assert cases._find_opened([AHEAD_IS_1, TORN], 1) is None
    assert cases._find_opened([AHEAD_IS_1], 0) is None
    assert cases._find_opened([say(21, 20 + cases.LEAD, 20, 19)], 1) is None


def test_a_proof_is_a_hundred_per_cent() -> None:
    assert cases.find_proven([TORN, say(0, 100, 0, 0)], 1) == 2
    assert cases.find_proven([say(100, 0, 0, 0)], 1) is None


def test_a_level_asks_for_proof_in_its_scenes_or_for_none_at_all() -> None:
    assert _is_fit(PROVEN, Review(4, 4, MIN_SUSPECTS, HINTS, MARKS))
    assert not _is_fit(PROVEN, Review(4, 5, MIN_SUSPECTS, HINTS, MARKS))
    assert not _is_fit(PROVEN, Review(4, None, MIN_SUSPECTS, HINTS, MARKS))
    assert _is_fit(OPEN, FITS)
    assert not _is_fit(OPEN, replace(FITS, proven=9))


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
    assert not _is_fit(OPEN, replace(FITS, **change))


@pytest.mark.parametrize(
    ("level", "shares", "fits"),
    [
        (OPEN, [TORN], True),
        (OPEN, [say(20, 55, 20, 5)], False),
        (OPEN, [TORN] * 4 + [say(20, 55, 20, 5)], True),
        (OPEN, [TORN] * 7, False),
        (OPEN, [say(0, 100, 0, 0)], False),
        (PROVEN, [TORN, AHEAD_IS_1], True),
        (PROVEN, [TORN, say(0, 100, 0, 0)], False),
        (PROVEN, [TORN] * 2 + [say(0, 100, 0, 0)], True),
        (PROVEN, [AHEAD_IS_1] * 4, False),
        (OPEN, [TORN] * 4 + [AHEAD_IS_1] * 2, True),
        (OPEN, [TORN] * 3 + [AHEAD_IS_1] * 3, False),
        (OPEN, [say(30, 25, 25, 20)] * 6, True),
        (OPEN, [say(70, 10, 10, 10)] * 4, True),
        (OPEN, [say(70, 10, 10, 10)] * 5, False),
        (PROVEN, [say(70, 10, 10, 10)] * 3, True),
    ],
)
def test_a_game_ends_as_soon_as_it_can_fit_no_more(level: Level, shares: list[Shares], fits: bool) -> None:
    """It also ends where the guilty seat is too far behind, unless a proof may come."""
    assert cases._may_fit(level, Mock(guilty=1), cases.Course(Mock(), shares=tuple(shares))) == fits


def test_a_game_that_fits_is_not_ended_early() -> None:
    chance, kept = Random(1), 0
    for _ in range(4000):
        course = [say(*chance.choice(((25, 25, 25, 25), (5, 45, 45, 5), (10, 70, 10, 10)))) for _ in range(3)]
        course += [say(10, 70, 10, 10)] * chance.randrange(3) + [say(0, 100, 0, 0)] * chance.randrange(3)
        opened = cases._find_opened(course, 1)
        most = max([0, *(shares.percents[1] for shares in course[: opened - 1 if opened else None])])
        review = Review(opened, cases.find_proven(course, 1), MIN_SUSPECTS, HINTS, MARKS, most, at_last=60)
        for level in (Level(LINEUP, range(3, 5), most=50), Level(LINEUP, range(2, 4), range(4, 6))):
            if _is_fit(level, review):
                kept += 1
                begun = [course[:scene] for scene in range(1, len(course) + 1)]
                assert all(cases._may_hide(level, shares, 1) for shares in begun)
                said = [[each.percents for each in shares] for shares in begun]
                assert all(cases.may_open(level.opened, each, 1, inf) for each in said)
    assert kept > 100


COUNTED = replace(OPEN, counted=range(6, 8))
EVEN, SURE = (25.0,) * 4, (10.0, 70.0, 10.0, 10.0)


def test_the_second_reader_is_right_in_its_own_window() -> None:
    openings = [cases.find_opening([EVEN] * early + [SURE] * (9 - early), 1) for early in range(10)]
    assert openings == [*range(1, 11)]
    assert [opening for opening in openings if cases._is_counted(COUNTED, opening)] == [6, 7]
    never = replace(OPEN, counted=range(9, 11))
    assert [opening for opening in openings if cases._is_counted(never, opening)] == [9, 10]
    assert all(cases._is_counted(OPEN, opening) for opening in openings)


def test_a_game_ends_once_the_second_reader_comes_too_late() -> None:
    def may_open(level: Level, said: Sequence[tuple[float, ...]]) -> bool:
        return cases.may_open(level.counted, said, 1, cases.REACH)

    assert all(may_open(COUNTED, [SURE] * early + [EVEN]) for early in range(6))
    assert not may_open(COUNTED, [EVEN] * 7)
    assert may_open(COUNTED, [EVEN] * 6 + [SURE])
    assert not may_open(COUNTED, [EVEN] * 4 + [SURE] * 2)
    assert may_open(OPEN, [EVEN] * 9)
    assert may_open(replace(OPEN, counted=range(6, 99)), [EVEN] * 9)


@pytest.mark.parametrize(
    ("marks", "shares", "may"),
    [
        ([], [TORN] * 6, True),
        ([LIE], [TORN] * 7, False),
        ([LIE], [TORN] * 6 + [say(60, 20, 10, 10)], True),
        ([], [TORN] * 6 + [say(60, 20, 10, 10)], False),
        ([LIE, "near_miss"], [TORN] * 8, True),
    ],
)
def test_a_game_ends_once_its_middle_has_shown_too_little(marks: list[str], shares: list[Shares], may: bool) -> None:
    table = Mock(guilty=1)
    table.title.CASES.find_marks = lambda state, guilty: marks
    course = cases.Course(Mock(), shares=tuple(shares))
    assert cases._may_be_told(table, course) == may
    wide = replace(OPEN, opened=range(6, 12))
    assert cases._may_fit(wide, table, course) == may
    assert cases._may_fit(replace(wide, special=Term("role", "x")), table, course)


def play_in_ways(ways: int, played: list[int]) -> Any:
    """Return a way to play scenes that goes in so many ways in turn, and notes the numbers of the scenes."""

    def play(table: Any, course: cases.Course, chance: Any) -> cases.Course:
        played.append(len(course.shares) + 1)
        entry: Any = len(played) % ways
        return replace(course, shares=(*course.shares, TORN), entries=(*course.entries, entry))

    return play


def test_a_scene_that_does_not_fit_is_played_again_and_then_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []
    monkeypatch.setattr(cases, "_play_scene", play_in_ways(1000, played))
    monkeypatch.setattr(cases, "_may_fit", lambda level, table, course: len(course.shares) < 5)
    level = Level(Lineup(4, "slipping", "gentle", {}), range(6, 7))
    assert cases.try_case(cases.find_case_title(), [level], Random("again")) is None
    assert played == [1, 2, 3, *[4, *[5] * cases.TRIES] * cases.TRIES]


@pytest.mark.parametrize(("ways", "tries"), [(1, 2), (2, 3), (9, cases.TRIES)])
def test_a_scene_that_goes_the_same_way_twice_is_not_tried_again(
    ways: int, tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[int] = []
    monkeypatch.setattr(cases, "_play_scene", play_in_ways(ways, played))
    monkeypatch.setattr(cases, "_may_fit", lambda level, table, course: False)
    begun = cases.Course(Mock(), shares=(TORN,) * 3)
    assert [*cases._explore(Mock(), [replace(OPEN, opened=range(6, 7))], begun, Random(1))] == [None] * tries
    assert played == [4] * tries


def test_a_deal_is_given_up_after_so_many_scenes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deal and the first scenes stay, and the rest is played with other dice."""
    tried: list[cases.Course] = []

    def refuse(table: cases.Table, levels: Any, course: cases.Course, chance: Any) -> None:
        tried.append(course)

    scenes = Mock(side_effect=cases._play_scene)
    monkeypatch.setattr(cases, "_play_scene", scenes)
    monkeypatch.setattr(cases, "_end", refuse)
    monkeypatch.setattr(cases, "_may_fit", lambda *given: True)
    title = cases.find_case_title()
    level = Level(Lineup(4, "slipping", "gentle", {}), range(6, 7))
    assert cases.try_case(title, [level], Random("again")) is None
    assert scenes.call_count == cases.SCENES
    states = [cases.retell(title, *_deal(title, level), course.entries, title.RULES) for course in tried]
    begun = [played.entries[: played.moments[level.opened.start - cases.BACK - 1]] for played in states]
    assert len(begun) > 1
    assert all(entries == begun[0] for entries in begun)
    assert len({played.entries for played in states}) > 1


@pytest.mark.parametrize(
    ("level", "taken"),
    [(OPEN, True), (replace(OPEN, opened=range(2, 5)), False), (replace(OPEN, counted=range(6, 8)), False)],
)
def test_a_game_is_taken_if_both_readers_can_be_right_in_time(
    level: Level, taken: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cases, "_play_scene", lambda table, course, chance: course)
    monkeypatch.setattr(cases, "retell", Mock())
    monkeypatch.setattr(cases, "review_case", lambda played: FITS)
    course = cases.Course(Mock(), (), (TORN,) * 4 + (AHEAD_IS_1,) * 6, (EVEN,) * 4 + (SURE,) * 6)
    chosen = cases._end(Mock(guilty=1), [level], course, Random(1))
    assert (chosen is not None and chosen.level == level) == taken


def _deal(title: Any, level: Level) -> tuple[Any, Any]:
    options = title.parse_options({}, level.lineup.seats)
    return options, title.make_deal(options, level.lineup.seats, Random("again"))


def test_a_special_role_is_always_worth_telling_and_a_fooled_table_alone_never() -> None:
    assert not _is_fit(OPEN, replace(FITS, marks=frozenset({FOOLED, LIE})))
    assert _is_fit(replace(OPEN, special=Term("role", "x")), replace(FITS, marks=frozenset()))


def test_whoever_is_known_to_all_is_no_suspect() -> None:
    assert cases._count_suspects(say(0, 70, 20, 10, s0="opened"), 1) == 3
    assert cases._count_suspects(say(0, 100, 0, 0, s1="broke"), 1) == 4


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
