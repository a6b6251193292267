"""The private aid: which values each hideout can still hold, from public answers alone."""

from random import Random

import pytest

from games.rules.engine.play import play_out
from games.titles.hideouts.rules import TITLE as hideouts
from games.titles.hideouts.rules.deduction import find_possible
from games.titles.hideouts.rules.moves import AttackFromHand, Swap
from games.titles.hideouts.tests.builders import TABLE, duel, unhidden
from games.titles.hideouts.tests.layouts import trace_layouts, values_of
from tests.rounds import choose
from tests.rules.conformance import steps_of

ALL = "0123456789"


def test_at_first_every_hideout_may_hold_anything_and_what_is_filled_again_anything_in_play() -> None:
    assert duel().possible(0) == duel().possible(1) == [ALL] * 3
    assert unhidden().possible(0) == [""] * 3
    now = duel("012", "568").hand(3, at=0).swap(0, 0, beside=0)
    assert (now.possible(1)[0], now.seen_by(0).hideouts[1][0].answers) == (ALL, ())


def test_the_answers_to_what_a_hideout_holds_are_listed_in_their_order() -> None:
    now = duel("012", "568").hand(3, at=0).wait().hand(7, at=0)
    assert now.seen_by(None).hideouts[1][0].answers == ((3, "plus"), (7, "minus"))


@pytest.mark.rounds
@pytest.mark.parametrize("bot", ["random", "steady"])
def test_just_the_values_are_open_that_some_layout_has_which_agrees_with_all_that_was_seen(bot: str) -> None:
    narrowed, games = 0, choose(30, deep=50, long=100)
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
