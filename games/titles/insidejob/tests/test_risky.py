"""Section 9: risky missions, which their leader must choose and which ask for wagers."""

from random import Random

import pytest

from games.rules.engine.errors import InvalidOption
from games.titles.insidejob.rules.deal import make_deal
from games.titles.insidejob.rules.fallback import fallback
from games.titles.insidejob.rules.legality import legal_moves, objection
from games.titles.insidejob.rules.missions import DECK, MISSIONS, RISKY
from games.titles.insidejob.rules.moves import ChooseMission
from games.titles.insidejob.rules.options import parse_options
from games.titles.insidejob.tests.builders import Table, table

RISKY_ID, OTHER_RISKY_ID = "risky-second-blue", "risky-last-yellow"


def choices(drawn: Table) -> set[str]:
    moves = legal_moves(drawn.state, drawn.state.leader)
    return {move.mission.id for move in moves if isinstance(move, ChooseMission)}


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_9_the_table_may_shuffle_the_four_risky_missions_into_the_deck(seats: int) -> None:
    without, with_risky = (parse_options({"risky": risky}, seats) for risky in (False, True))
    for seed in range(5):
        assert sorted(make_deal(without, seats, Random(seed)).missions, key=str) == sorted(DECK, key=str)
        shuffled = make_deal(with_risky, seats, Random(seed)).missions
        assert sorted(shuffled, key=str) == sorted([*DECK, *RISKY], key=str)


def test_9_a_risky_mission_may_lie_anywhere_in_the_deck() -> None:
    options = parse_options({"risky": True}, 4)
    decks = [make_deal(options, 4, Random(seed)).missions for seed in range(200)]
    assert {place for deck in decks for place, mission in enumerate(deck) if mission in RISKY} == set(range(28))


def test_9_risky_missions_are_impossible_without_wagers() -> None:
    with pytest.raises(InvalidOption) as refused:
        parse_options({"risky": True, "wagers": False}, 4)
    assert (refused.value.option, refused.value.code) == ("risky", "risky_needs_wagers")


@pytest.mark.parametrize("drawn", [(RISKY_ID, "odd-only-green"), ("odd-only-green", RISKY_ID)])
def test_9_if_one_of_the_two_drawn_is_risky_the_leader_must_choose_it(drawn: tuple[str, str]) -> None:
    now = table(4, risky=True).draws(*drawn)
    assert choices(now) == {RISKY_ID}
    assert objection(now.state, ChooseMission(0, MISSIONS["odd-only-green"])) == "risky_first"
    assert objection(now.state, ChooseMission(0, MISSIONS["low-only-pink"])) == "mission_not_drawn"
    assert {mission.id for mission in now.seen_by(0).drawn} == {*drawn}
    assert [mission.id for mission in now.seen_by(0).offered] == [RISKY_ID]


@pytest.mark.parametrize("drawn", [(RISKY_ID, OTHER_RISKY_ID), ("odd-only-green", "one-suit-blue")])
def test_9_if_both_or_neither_are_risky_the_leader_chooses_either(drawn: tuple[str, str]) -> None:
    assert choices(table(4, risky=True).draws(*drawn)) == {*drawn}


def test_9_the_clock_keeps_to_the_duty_too() -> None:
    now = table(4, risky=True).draws("odd-only-green", RISKY_ID)
    assert fallback(now.seen_by(0)) == (ChooseMission(0, MISSIONS[RISKY_ID]),)


def test_5_2_no_one_is_obliged_to_wager_for_a_risky_mission() -> None:
    led = table(4, insider=3, risky=True).hold("", "B2 B3").mission(RISKY_ID).plays("B5")
    assert led.offers() == {"B2", "B3", "B2+", "B3+"}
    assert led.plays("B2", "B4", "B6").trick.met is False


def test_4_4_a_wager_on_a_risky_mission_is_a_wager_like_any_other() -> None:
    after = table(4, risky=True).mission(OTHER_RISKY_ID).plays("B13", "B2", "Y3", "B4+")
    assert after.trick.met
    assert (after.trick.winner, after.state.intel) == (3, (1, 1, 1, 2))
