"""The law of imagined worlds, for every title that has them: their viewer cannot tell them from the one observed."""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

import pytest

from games.rules.engine.play import Position, answer_with, unseal
from games.rules.engine.values import BOT
from tests.rounds import count_rounds
from tests.rules.worlds import Worlds
from tests.titles import list_worlds

GAMES = count_rounds("imagined")
WHERE = "games.rules.{}.worlds"
TITLES = {name: worlds for name, worlds in list_worlds().items() if find_spec(WHERE.format(worlds.TITLE.FOLDER))}
"""What titles that imagine worlds give to the world swap: their tables of all options and line-ups."""


def find_imagine(name: str) -> Callable[[Any, Random], Any]:
    """Return the function with which a title imagines a state that agrees with an observation."""
    imagine: Callable[[Any, Random], Any] = import_module(WHERE.format(TITLES[name].TITLE.FOLDER)).imagine
    return imagine


def list_states(worlds: Worlds, chance: Random) -> tuple[list[Any], int]:
    """Return the states of a game at any of a title's tables, in which moves are chosen blindly, and its seats."""
    title = worlds.TITLE
    options, seats = worlds.draw_table(chance)
    position = Position(title.start(options, title.make_deal(options, seats, chance), title.RULES))
    states = [position.state]
    while asked := title.to_act(position.state):
        waiting = [seat for seat in asked if seat not in position.sealed]
        if waiting:
            position, _ = answer_with(title, position, waiting[0], title.BOTS["random"], chance, BOT)
        else:
            position, _ = unseal(title, position)
        states.append(position.state)
    return states, seats


@pytest.mark.parametrize("name", TITLES)
def test_nobody_can_tell_an_imagined_world_from_the_one_they_see(name: str) -> None:
    worlds, imagine, count = TITLES[name], find_imagine(name), 0
    title = worlds.TITLE
    for number in range(GAMES):
        chance = Random(f"imagined {number}")
        states, seats = list_states(worlds, chance)
        for step in {*range(number % 5, len(states), 5), len(states) - 1}:
            state = states[step]
            for viewer in (None, *range(seats)):
                seen = title.observe(state, viewer)
                assert title.observe(imagine(seen, chance), viewer) == seen, f"game {number}, step {step}, {viewer}"
                count += 1
    assert count > 10 * GAMES


@pytest.mark.parametrize("name", TITLES)
def test_the_same_dice_imagine_the_same_world_and_others_another(name: str) -> None:
    states, _ = list_states(TITLES[name], Random("dice"))
    differing = 0
    for state in states:
        seen = TITLES[name].TITLE.observe(state, 0)
        worlds = [find_imagine(name)(seen, Random(seed)) for seed in (1, 1, 2, 3, 4)]
        assert worlds[0] == worlds[1]
        differing += len({str(world) for world in worlds}) > 1
    assert differing > len(states) / 4
