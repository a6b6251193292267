"""The private aid: which values each hideout can still hold, from public answers alone."""

from random import Random

import pytest

from games.rules import hideouts
from games.rules.engine.play import play_out
from games.rules.engine.values import Seat
from games.rules.hideouts.acts import MINUS, PLUS, Act, Attacked, Swapped
from games.rules.hideouts.deduction import find_possible
from games.rules.hideouts.moves import AttackFromHand, Swap
from tests.hideouts.builders import TABLE, digits, duel, unhidden
from tests.hideouts.layouts import trace_layouts, values_of
from tests.rounds import choose
from tests.rules.conformance import steps_of

ALL = "0123456789"


def possible(owner: Seat, *past: Act) -> list[str]:
    return list(map(digits, find_possible(past, owner)))


def test_at_first_every_hideout_may_hold_anything() -> None:
    assert duel().possible(0) == duel().possible(1) == [ALL] * 3
    assert unhidden().possible(0) == [""] * 3


def test_plus_and_minus_leave_what_is_higher_or_lower() -> None:
    higher, lower = Attacked(0, 3, None, 0, PLUS), Attacked(0, 7, None, 0, MINUS)
    assert possible(1, higher) == ["456789", ALL, ALL]
    assert possible(1, higher, lower) == ["456", ALL, ALL]


def test_a_success_leaves_nothing_hidden_there_and_takes_the_value_from_the_others_of_both() -> None:
    now = duel("012", "568").hand(5, at=0)
    assert now.possible(1) == ["", "012346789", "012346789"]
    assert now.possible(0) == ["012346789"] * 3


def test_a_spy_that_attacks_from_the_hand_is_in_none_of_its_owners_hideouts() -> None:
    assert duel("012", "568").hand(3, at=0).possible(0) == ["012456789"] * 3


def test_that_is_forgotten_of_a_hideout_that_is_filled_again() -> None:
    seen_in_hand, filled = Attacked(0, 3, None, 0, PLUS), Swapped(0, 1, 5, 0)
    assert possible(0, seen_in_hand, filled) == ["01246789", ALL, "01246789"]


def test_the_spy_that_a_swap_takes_out_may_be_back_in_and_was_in_no_other_hideout() -> None:
    same, other = (duel("012", "568").swap(1, spy, beside=0) for spy in (1, 9))
    assert same.possible(0) == other.possible(0) == ["023456789", ALL, "023456789"]


def test_answers_about_what_a_hideout_held_before_say_nothing_of_what_it_holds_now() -> None:
    now = duel("012", "568").hand(3, at=0).swap(0, 0, beside=0)
    assert (now.possible(1)[0], now.seen_by(0).hideouts[1][0].answers) == (ALL, ())


def test_a_failed_attack_from_a_hideout_takes_the_value_from_both() -> None:
    now = duel("312", "568").hideout(0, at=0)
    assert now.possible(0) == ["", "012456789", "012456789"]
    assert now.possible(1) == ["456789", "012456789", "012456789"]


def test_if_the_matching_spy_came_out_of_a_hideout_that_may_hold_anything_in_play_once_it_is_refilled() -> None:
    now = duel("312", "563").hideout(0, at=0)
    assert now.possible(1) == ["456789", "012456789", ""]
    assert now.refill(9).possible(1) == ["456789", "012456789", "012456789"]


def test_a_value_that_must_be_in_one_hideout_is_in_no_other() -> None:
    attacks = Attacked(0, 4, None, 0, PLUS), Attacked(0, 6, None, 0, MINUS)
    assert possible(1, *attacks) == ["5", "012346789", "012346789"]


def test_two_values_that_must_be_in_two_hideouts_are_not_in_the_third() -> None:
    answers = ((4, PLUS), (7, MINUS))
    attacks = [Attacked(0, spy, None, place, answer) for place in (0, 1) for spy, answer in answers]
    assert possible(1, *attacks) == ["56", "56", "01234789"]


def test_the_answers_to_what_a_hideout_holds_are_listed_in_their_order() -> None:
    now = duel("012", "568").hand(3, at=0).wait().hand(7, at=0)
    assert now.seen_by(None).hideouts[1][0].answers == ((3, "plus"), (7, "minus"))


@pytest.mark.rounds
@pytest.mark.parametrize("bot", ["random", "steady"])
def test_just_the_values_are_open_that_some_layout_has_which_agrees_with_all_that_was_seen(bot: str) -> None:
    narrowed, games = 0, choose(30, deep=100)
    for seed in range(games):
        state, log = play_out(hideouts, TABLE.parse(), TABLE.deal(seed), TABLE.bots(bot), Random(seed))
        states = [step.after for step in steps_of(hideouts, TABLE.start(seed), log)][1:]
        for owner in (0, 1):
            for now, layouts in zip(states, trace_layouts(state.past, owner), strict=True):
                truth = tuple(None if hideout.destroyed else hideout.spy for hideout in now.hideouts[owner])
                assert truth in layouts
                assert find_possible(now.past, owner) == values_of(layouts)
                narrowed += len(layouts) < 720
    assert narrowed > 10 * games


def test_nothing_but_the_public_history_is_needed() -> None:
    now = duel("012", "568").hand(3, at=0).wait()
    for viewer in (0, 1, None):
        seen = now.seen_by(viewer)
        for owner in (0, 1):
            assert tuple(hideout.possible for hideout in seen.hideouts[owner]) == find_possible(seen.past, owner)


def test_a_player_is_never_held_to_the_values_listed() -> None:
    now = duel("012", "568").hand(3, at=0).wait()
    assert now.refuses(AttackFromHand(0, 3, 0)) is None
    assert now.refuses(Swap(0, 0, 3, 0)) is None
