"""Many games side by side are the same games as one after the other, in this process and in others."""

from random import Random
from typing import Any

import numpy as np
import pytest

from games.rules.engine.errors import IllegalMove
from games.rules.lab.aec import Environment
from games.rules.lab.vector import Batch, VectorEnv

COUNT = 5


def draw(batch: Batch, dice: Random) -> list[int]:
    return [int(dice.choice(np.flatnonzero(mask))) for mask in batch.action_mask]


def play(games: VectorEnv, steps: int) -> list[Batch]:
    dice, found = Random("side by side"), [games.reset(seed=3)]
    for _ in range(steps):
        found.append(games.step(draw(found[-1], dice)))
    return found


def as_bytes(batch: Batch) -> list[Any]:
    return [getattr(batch, name).tobytes() for name in ("seat", "observation", "action_mask", "over", "rewards")]


@pytest.mark.parametrize("processes", [0, 2])
def test_each_game_is_the_one_that_is_played_alone(processes: int) -> None:
    with VectorEnv("target", 2, count=COUNT, processes=processes) as games:
        batches = play(games, 12)
    dice = Random("side by side")
    alone = [Environment("target", 2, {}) for _ in range(COUNT)]
    for seed, game in enumerate(alone, 3):
        game.reset(seed=seed)
    for batch in batches:
        assert batch.observation.shape == (COUNT, len(alone[0].observe("player_0")["observation"]))
        for number, game in enumerate(alone):
            seen = game.observe(game.agent_selection)
            assert game.agent_selection == f"player_{batch.seat[number]}"
            assert np.array_equal(batch.observation[number], seen["observation"])
            assert np.array_equal(batch.action_mask[number], seen["action_mask"])
        for game, action in zip(alone, draw(batch, dice), strict=True):
            game.step(action)


@pytest.mark.deep
def test_processes_change_nothing_and_a_game_that_ends_begins_anew() -> None:
    found = []
    for processes in (0, 2):
        with VectorEnv("insidejob", 4, count=COUNT, processes=processes) as games:
            found.append(play(games, 110))
    assert [as_bytes(batch) for batch in found[0]] == [as_bytes(batch) for batch in found[1]]
    over = np.array([batch.over for batch in found[0]])
    rewards = np.array([batch.rewards for batch in found[0]])
    assert over.sum(axis=0).min() >= 1
    assert not rewards[~over].any()
    assert rewards[over].any(axis=1).all()


@pytest.mark.parametrize("processes", [0, 1])
def test_what_is_wrong_is_refused(processes: int) -> None:
    with VectorEnv("target", 2, count=2, processes=processes) as games:
        games.reset()
        with pytest.raises(ValueError, match="3 numbers for 2 games"):
            games.step([0, 0, 0])
        with pytest.raises(IllegalMove):
            games.step([-1, 0])
