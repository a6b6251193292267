"""The environment of PettingZoo, by its own tests, and that it plays by the rules and shows an observation only."""

import pickle
from collections.abc import Iterator
from copy import deepcopy
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
from tests.rounds import one_in

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
some_tables = pytest.mark.parametrize(("title", "seats", "options"), one_in(3, list_tables()))
# PettingZoo knows only its own environments to have masks in their observations.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


@some_tables
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


def test_a_number_that_is_no_action_is_refused_and_changes_nothing() -> None:
    env = make_env("insidejob", 4)
    env.reset(seed=4)
    before = env.state()
    for action in (-1, env.action_space("player_0").n, 10**6, None, 1.0, "1"):
        with pytest.raises(IllegalMove):
            env.step(action)
    assert np.array_equal(env.state(), before)
    env.step(np.int64(draw_action(env, Random(4))))
    assert not np.array_equal(env.state(), before)


def test_a_table_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="no environment for 9 seats"):
        make_env("insidejob", 9)
    with pytest.raises(ValueError, match="chess is none of the titles"):
        make_env("chess", 2)


def play_on(env: Any, chance: Random, most: int = 10**6) -> list[Any]:
    """Play so many random steps, or to the end, and return what was seen and won."""
    found: list[Any] = []
    while len(found) < most and not any(env.terminations.values()):
        seen = env.observe(env.agent_selection)
        env.step(draw_action(env, chance))
        found.append((seen["observation"].tobytes(), dict(env.rewards)))
    return found


def copy_by_pickle(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))  # noqa: S301 - our own


@pytest.mark.parametrize("make_copy", [deepcopy, copy_by_pickle, lambda env: env.unwrapped.clone()])
@pytest.mark.parametrize(("title", "seats", "options"), one_in(8, list_tables()))
def test_a_copy_goes_on_by_itself(title: str, seats: int, options: dict[str, Json], make_copy: Any) -> None:
    env = make_env(title, seats, options)
    env.reset(seed=5)
    play_on(env, Random("begin"), 7)
    before = env.state()
    copies = [make_copy(env) for _ in range(2)]
    games = [play_on(each, Random("go on"), 60) for each in copies]
    assert games[0] == games[1]
    assert np.array_equal(env.state(), before)
    assert play_on(env, Random("go on"), 60) == games[0]
    copies[0].reset(seed=5)
    assert np.array_equal(copies[0].state().shape, before.shape)


@pytest.mark.parametrize("title", one_in(3, SPACED))
def test_a_resampled_game_looks_the_same_to_its_player_and_can_be_played_out(title: str) -> None:
    env, chance, differing = Environment(title, TITLES[title].USUAL_SEATS, {}), Random(f"resample {title}"), 0
    env.reset(seed=6)
    while not any(env.terminations.values()):
        for agent in {env.agent_selection, chance.choice(env.agents)}:
            other = env.resample_from_infostate(agent, chance)
            assert other.information_state(agent) == env.information_state(agent)
            assert agent != env.agent_selection or other.agent_selection == agent
            differing += not np.array_equal(other.state(), env.state())
        if chance.random() < 0.2:
            play_on(other, chance)
            assert any(other.terminations.values())
        env.step(draw_action(env, chance))
    assert differing


@pytest.mark.parametrize("title", SPACED)
def test_what_is_resampled_depends_on_what_the_player_knows_alone(title: str) -> None:
    """Two games that look alike to a player give it the same worlds, so that no search learns more than the player."""
    env, chance = Environment(title, TITLES[title].USUAL_SEATS, {}), Random(f"alike {title}")
    env.reset(seed=7)
    for number in range(12):
        agent = env.agent_selection
        other = env.resample_from_infostate(agent, chance)
        worlds = [each.resample_from_infostate(agent, Random(number)).state() for each in (env, other)]
        assert np.array_equal(worlds[0], worlds[1])
        env.step(draw_action(env, chance))


@pytest.mark.parametrize("title", SPACED)
def test_our_bots_sit_in_the_environment(title: str) -> None:
    env, chance = Environment(title, TITLES[title].USUAL_SEATS, {}), Random(f"bots {title}")
    for bot in ("gentle", "steady", "expert"):
        env.reset(seed=8)
        while not any(env.terminations.values()):
            env.step(env.choose(env.agent_selection, bot, chance))
        outcome = env.title.outcome(env.position.state)
        assert outcome
        assert {each["reason"] for each in env.infos.values()} == {outcome.reason}


@any_table
def test_each_action_has_a_name_of_its_own(title: str, seats: int, options: dict[str, Json]) -> None:
    env = Environment(title, seats, options)
    names = [env.name_action(action) for action in range(env.action_space("player_0").n)]
    assert len({*names}) == len(names)
    assert all(name == name.strip() and "[" not in name for name in names)


@some_tables
def test_the_parts_of_the_vector_cover_it(title: str, seats: int, options: dict[str, Json]) -> None:
    env = Environment(title, seats, options)
    env.reset(seed=9)
    places = env.list_places()
    play_on(env, Random("parts"), 20)
    assert env.list_places() == places
    covered = [number for _, place in places for number in range(place.start, place.stop)]
    assert covered == [*range(len(env.observe("player_0")["observation"]))]
    assert env.state_space.contains(env.state())
