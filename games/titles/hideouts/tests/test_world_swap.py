"""No viewer receives what they may not know: the world swap of T.A.R.G.E.T., and its power."""

from random import Random
from typing import Any

from games.rules.engine.play import fold
from games.rules.engine.values import BOT, Entry
from games.titles.hideouts.rules import TITLE as hideouts
from games.titles.hideouts.rules.moves import AttackFromHand, Hide, Swap
from games.titles.hideouts.rules.state import State
from games.titles.hideouts.tests.builders import TABLE
from games.titles.hideouts.tests.layouts import trace_layouts
from games.titles.hideouts.tests.referee import Referee
from games.titles.hideouts.tests.worlds import differing_secrets, imagine
from tests.rules.conformance import random_game
from tests.rules.worlds import Log, World


def test_the_referee_sees_what_the_title_says_everybody_sees() -> None:
    for seed in range(15):
        steps = random_game(TABLE, seed)
        log = [step.entry for step in steps]
        for number, step in enumerate(steps, start=1):
            seen = Referee(log[:number])
            assert tuple(seen.seen) == step.after.past
            assert tuple(map(tuple, map(sorted, seen.hands))) == step.after.hands
            for owner in (0, 1):
                hidden = [None if each.destroyed else each.spy for each in step.after.hideouts[owner]]
                assert seen.hideouts[owner] == hidden


MOVES: tuple[Any, ...] = (Hide(0, (1, 2, 3)), Hide(1, (4, 5, 6)), AttackFromHand(0, 7, 1), Swap(1, 1, 9, 0))
"""Seat 1 hides three spies, one of which is found to be lower than 7, and swaps that one."""


def early_game() -> tuple[State, Log]:
    return fold(hideouts, TABLE.start(0), MOVES), tuple(Entry(move, BOT) for move in MOVES)


def imagine_often(state: State, log: Log, viewer: int | None, count: int = 200) -> list[World]:
    return [imagine(state, log, log, viewer, Random(number)) for number in range(count)]


def test_what_is_imagined_is_just_what_agrees_with_all_that_was_seen() -> None:
    state, log = early_game()
    *_, layouts = trace_layouts(state.past, 1)
    imagined = {tuple(Referee(world.log).hideouts[1]) for world in imagine_often(state, log, 0, 3000)}
    assert imagined <= layouts
    assert len(imagined) > 0.95 * len(layouts) > 500


def test_a_players_own_secrets_stay_and_the_others_are_imagined() -> None:
    state, log = early_game()
    for viewer in (0, 1):
        imagined = imagine_often(state, log, viewer)
        assert {tuple(Referee(world.log).hideouts[viewer]) for world in imagined} == {
            tuple(Referee(log).hideouts[viewer])
        }
        assert len({tuple(Referee(world.log).hideouts[1 - viewer]) for world in imagined}) > 100


def test_another_world_differs_in_something_secret() -> None:
    state, log = early_game()
    assert differing_secrets(state, log, World(state.deal, log)) == set()
    kinds = set().union(*(differing_secrets(state, log, world) for world in imagine_often(state, log, 0)))
    assert {"hideouts", "hands", "swapped in", "the same spy put back"} <= kinds
