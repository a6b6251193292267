"""The law of imagined worlds, for every title that has them: their viewer cannot tell them from the one observed."""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

import pytest

from tests.rounds import count_rounds
from tests.rules.imagining import list_disagreements
from tests.rules.swap import play_game
from tests.titles import list_worlds, package_of

GAMES = count_rounds("imagined")


def name_imagining(title: str) -> str:
    return f"{package_of(title)}.rules.worlds"


TITLES = {name: worlds for name, worlds in list_worlds().items() if find_spec(name_imagining(name))}
"""What titles that imagine worlds give to the world swap: their tables of all options and line-ups."""


def find_imagine(name: str) -> Callable[[Any, Random], Any]:
    imagine: Callable[[Any, Random], Any] = import_module(name_imagining(name)).imagine
    return imagine


@pytest.mark.rounds
@pytest.mark.parametrize("name", TITLES)
def test_nobody_can_tell_an_imagined_world_from_the_one_they_see(name: str) -> None:
    found = list(list_disagreements(TITLES[name], find_imagine(name), GAMES))
    assert not [where for where, breaks in found if breaks]
    assert len(found) > 10 * GAMES


@pytest.mark.parametrize("name", TITLES)
def test_the_same_dice_imagine_the_same_world_and_others_another(name: str) -> None:
    states = play_game(TITLES[name], "dice").states
    differing = 0
    for state in states:
        seen = TITLES[name].TITLE.observe(state, 0)
        worlds = [find_imagine(name)(seen, Random(seed)) for seed in (1, 1, 2, 3, 4)]
        assert worlds[0] == worlds[1]
        differing += len({str(world) for world in worlds}) > 1
    assert differing > len(states) / 4
