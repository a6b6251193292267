"""The environment of PettingZoo, by its own tests, and that it plays by the rules and shows an observation only."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from games.rules.engine.errors import IllegalMove
from games.rules.engine.values import Json
from games.rules.lab.aec import Environment, make_env
from games.rules.record import record_observation
from games.rules.registry import TITLES

# A title need not serve programs that learn.
SPACED = {name: title for name, title in TITLES.items() if title.SPACE}


def list_tables() -> Iterator[tuple[str, int, dict[str, Json]]]:
    """Yield the least seats and the most, then each option but the default one at the largest table."""
    for title, rules in SPACED.items():
        yield from ((title, seats, {}) for seats in sorted({min(rules.SEATS), max(rules.SEATS)}))
        for option in rules.OPTIONS:
            other = option.choices[-1][0] if option.choices else not option.default
            yield title, max(rules.SEATS), {option.name: other}


any_table = pytest.mark.parametrize(("title", "seats", "options"), [*list_tables()])
# PettingZoo knows only its own environments to have masks in their observations.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


@any_table
def test_pettingzoo_finds_no_fault(title: str, seats: int, options: dict[str, Json]) -> None:
    api_test(make_env(title, seats, options), num_cycles=40)


@pytest.mark.parametrize("title", SPACED)
def test_the_same_seed_gives_the_same_game(title: str) -> None:
    seed_test(lambda: make_env(title, TITLES[title].USUAL_SEATS), num_cycles=50)


@pytest.mark.parametrize(("title", "seats", "options"), [table for table in list_tables() if not table[2]])
def test_games_end_and_only_winners_are_rewarded(title: str, seats: int, options: dict[str, Json]) -> None:
    env, chance = make_env(title, seats, options), Random("rewards")
    env.reset(seed=1)
    rewards: dict[str, float] = {}
    for agent in env.agent_iter():
        seen, reward, is_over, _, _ = env.last()
        assert seen is not None
        if is_over:
            rewards[agent] = reward
        env.step(None if is_over else int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    outcome = TITLES[title].outcome(env.unwrapped.position.state)
    assert outcome
    winners = {f"player_{seat}" for seat in outcome.winners if seat < seats}
    assert rewards == {agent: float(agent in winners) for agent in env.possible_agents}


def draw_action(env: Any, chance: Random) -> int:
    return int(chance.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))


@pytest.mark.parametrize("title", SPACED)
def test_records_are_the_observations_of_the_rules(title: str) -> None:
    env, rules, chance = Environment(title, TITLES[title].USUAL_SEATS, {}), TITLES[title], Random("records")
    env.reset(seed=2)
    for _ in range(30):
        for seat, agent in enumerate(env.agents):
            assert env.record(agent) == record_observation(rules, rules.observe(env.position.state, seat))
        seat, action = int(env.agent_selection[-1]), draw_action(env, chance)
        rules.load_move(seat, env.read_action(action))
        env.step(action)


def test_a_sealed_choice_changes_nothing_for_others_until_all_are_in() -> None:
    env = Environment("target", 2, {})
    env.reset(seed=3)
    before = env.observe("player_1")
    env.step(5)
    assert env.agent_selection == "player_1"
    after = env.observe("player_1")
    assert all(np.array_equal(before[name], after[name]) for name in before)
    assert not env.observe("player_0")["action_mask"].any()
    env.step(9)
    assert env.record("player_0")["turn"] == 1


def test_an_action_outside_the_mask_is_refused() -> None:
    env = make_env("insidejob", 4)
    env.reset(seed=4)
    mask = env.observe(env.agent_selection)["action_mask"]
    with pytest.raises(IllegalMove):
        env.step(int(np.flatnonzero(mask == 0)[-1]))
    assert np.array_equal(env.observe(env.agent_selection)["action_mask"], mask)


def test_a_table_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="no environment for 9 seats"):
        make_env("insidejob", 9)
