"""Ruling on deadlines: what the clock does for an absent player."""

import pytest

from games.rules.engine.errors import IllegalMove
from games.rules.engine.play import make_move
from games.rules.engine.values import CLOCK, Entry
from games.titles.hideouts.rules import TITLE as hideouts
from games.titles.hideouts.rules.moves import AttackFromHand, AttackFromHideout, Hide, Move, Refill, Swap
from games.titles.hideouts.tests.builders import TABLE, Duel, duel, unhidden
from tests.rules.conformance import play_with_absent_seats, random_game

MAX_BY_STAND_INS = 100


def by_clock(now: Duel, seat: int) -> set[Move]:
    return set(hideouts.fallback(now.seen_by(seat)))


def test_the_clock_hides_at_random() -> None:
    assert len(by_clock(unhidden(), 0)) == 10 * 9 * 8
    assert Hide(0, (9, 0, 4)) in by_clock(unhidden(), 0)


def test_the_clock_refills_at_random() -> None:
    now = duel("123", "452").hideout(1, at=0)
    assert by_clock(now, 1) == {Refill(1, spy) for spy in (0, 1, 3, 6, 7, 8, 9)}


def test_on_a_turn_the_clock_attacks_from_the_hand_with_any_spy_any_standing_hideout() -> None:
    now = duel("123", "456").hand(4, at=0).wait()
    assert by_clock(now, 0) == {AttackFromHand(0, spy, at) for spy in (0, 5, 6, 7, 8, 9) for at in (1, 2)}


def test_the_clock_makes_no_other_move() -> None:
    now = duel("123", "456")
    others = set(now.seen_by(0).legal) - by_clock(now, 0)
    assert {type(move) for move in others} == {AttackFromHideout, Swap}
    for move in others:
        with pytest.raises(IllegalMove, match="not_by_clock"):
            make_move(hideouts, now.state, Entry(move, CLOCK))


def test_if_both_hide_the_same_spies_the_clock_alone_never_ends_the_game() -> None:
    now = duel("123", "321")
    for _ in range(20):
        assert all(hideouts.apply(now.state, move).outcome is None for move in by_clock(now, now.asked))
        now = now.wait()


def test_then_stand_ins_end_it_in_few_moves() -> None:
    for seed in range(40):
        position, log = play_with_absent_seats(TABLE, seed, frozenset((0, 1)), patience=6)
        assert position.state.outcome is not None
        assert len(log) < 7 + MAX_BY_STAND_INS


def test_a_game_may_be_longer_than_any_number_so_nothing_is_promised_until_it_is_over() -> None:
    assert hideouts.remaining(unhidden().state) is None
    assert hideouts.remaining(duel().state) is None
    over = hideouts.remaining(random_game(TABLE, 1)[-1].after)
    assert over is not None
    assert (over.turns, over.votes) == ((0, 0), 0)
