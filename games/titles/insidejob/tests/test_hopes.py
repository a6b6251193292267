"""What may still become of a mission: exact, as every way to go on is tried, and blind to hands and earlier tricks."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product
from random import Random

import pytest

from games.titles.insidejob.rules.cards import DECK, Card
from games.titles.insidejob.rules.hopes import IMPOSSIBLE, MET, POSSIBLE, find_hope
from games.titles.insidejob.rules.missions import MISSIONS, Mission, is_met
from games.titles.insidejob.rules.trick import Played
from games.titles.insidejob.tests.builders import table, trick_of
from games.titles.insidejob.tests.builders_missions import CASES
from tests.rounds import choose

# Two suits and the ends of the others: where few cards are tried, they are those that decide.
SOME = tuple(card for card in DECK if card.suit in "BP" or card.value in (1, 13))


def go_on(plays: Sequence[Played], may_wager: Sequence[bool], cards: Sequence[Card]) -> Iterator[tuple[Played, ...]]:
    lying = {played.card for played in plays}
    places = range(len(plays), len(may_wager))
    for drawn in permutations([card for card in cards if card not in lying], len(places)):
        ways = [
            (False, True) if may_wager[place] and card.suit == plays[0].card.suit else (False,)
            for place, card in zip(places, drawn, strict=True)
        ]
        for wagers in product(*ways):
            yield (*plays, *map(Played, places, drawn, wagers))


def draw_tricks(mission: Mission, count: int, left: int) -> Iterator[tuple[tuple[Played, ...], list[bool]]]:
    chance = Random(f"{mission.id} {left}")
    for _ in range(count):
        seats = chance.choice([size for size in (3, 4, 5) if size > left])
        may_wager = [place > 0 and chance.random() < 0.5 for place in range(seats)]
        drawn = chance.sample(SOME, seats - left)
        plays = tuple(
            Played(place, card, may_wager[place] and card.suit == drawn[0].suit and chance.random() < 0.4)
            for place, card in enumerate(drawn)
        )
        yield plays, may_wager


@pytest.mark.rounds
@pytest.mark.parametrize(
    ("left", "count", "cards"), [(1, 15, DECK), (2, choose(2, deep=3, long=6), DECK), (3, 1, SOME)]
)
def test_a_mission_is_out_of_reach_when_nothing_meets_it(left: int, count: int, cards: Sequence[Card]) -> None:
    for mission in MISSIONS.values():
        for plays, may_wager in draw_tricks(mission, count, left):
            is_possible = any(is_met(mission, trick) for trick in go_on(plays, may_wager, cards))
            assert (find_hope(mission, plays, may_wager) != IMPOSSIBLE) == is_possible, (mission.id, plays, may_wager)


def test_a_whole_trick_is_met_or_not() -> None:
    for mission_id, met, codes in CASES:
        hope = find_hope(MISSIONS[mission_id], trick_of(*codes), [True] * len(codes))
        assert hope == (MET if met else IMPOSSIBLE), (mission_id, codes)


@pytest.mark.parametrize(
    ("mission_id", "codes", "hope"),
    [
        ("low-only-pink", "", POSSIBLE),
        ("low-only-pink", "P7", MET),
        ("low-only-pink", "P7 P8", IMPOSSIBLE),
        ("third-highest-yellow", "B4 B5", POSSIBLE),
        ("third-highest-yellow", "B4 B13", IMPOSSIBLE),
        ("first-highest-blue", "B1", IMPOSSIBLE),
        ("second-wins-green", "B4 B5", MET),
        ("second-wins-green", "B4 B5 G1", IMPOSSIBLE),
        ("ascending-yellow", "B4 B5", MET),
        ("ascending-yellow", "B4 B13", IMPOSSIBLE),
        ("risky-second-blue", "B4", POSSIBLE),
        ("risky-second-blue", "B4 B5", IMPOSSIBLE),
        ("risky-second-blue", "B4 B5+", MET),
    ],
)
def test_what_is_said_of_an_unfinished_trick(mission_id: str, codes: str, hope: str) -> None:
    assert find_hope(MISSIONS[mission_id], trick_of(*codes.split()), [False, True, True, True]) == hope


def test_no_intel_no_wager_no_hope() -> None:
    led = table(4, risky=True).mission("risky-last-yellow").plays("B4")
    assert led.seen_by(1).hope == POSSIBLE
    assert led.but(intel=(1, 1, 1, 0)).seen_by(1).hope == IMPOSSIBLE
    assert led.but(revealed=(3,)).seen_by(1).hope == IMPOSSIBLE


def test_larry_does_not_wager_and_all_others_may() -> None:
    for leader in range(4):
        assert table(4, leader=leader, risky=True).mission("risky-last-yellow").plays("B4").seen_by(0).hope == POSSIBLE
    with_larry = table(2, risky=True)
    assert with_larry.mission("risky-last-yellow").plays("B4").seen_by(0).hope == POSSIBLE
    assert with_larry.mission("risky-second-blue").plays("B4").seen_by(0).hope == IMPOSSIBLE


def test_neither_hands_nor_earlier_tricks_change_what_is_said() -> None:
    now = table(4, tricks=3).hold("B1", "B2", "B3", "B4").mission("third-highest-yellow").plays("G4", "G12")
    other = now.hold("Y1", "P2", "G13", "P4").but(tricks=table(4, tricks=3).won_by(2).state.tricks[:3])
    seen = {state.seen_by(viewer).hope for state in (now, other) for viewer in (None, 0, 1, 2, 3)}
    assert seen == {POSSIBLE}
    assert replace(now.seen_by(0), hand=()).hope == POSSIBLE
