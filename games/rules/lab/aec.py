"""PettingZoo environments of the titles."""

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from games.rules.engine import play
from games.rules.engine.play import Position
from games.rules.engine.values import PLAYER, Entry, Json, Seat
from games.rules.record import record_observation
from games.rules.registry import get_title

Seen = dict[str, NDArray[Any]]


def make_env(title: str, seats: int, options: Mapping[str, Json] | None = None) -> Any:
    """Return a PettingZoo environment. `step` raises `IllegalMove` for an action outside the mask."""
    return wrappers.OrderEnforcingWrapper(Environment(title, seats, options or {}))


class Environment(AECEnv):  # type: ignore[misc]
    """A game as a PettingZoo environment. At the end each winner gets a reward of 1."""

    def __init__(self, title: str, seats: int, options: Mapping[str, Json]) -> None:
        super().__init__()
        rules = get_title(title)
        if rules.SPACE is None or seats not in rules.SEATS:
            raise ValueError(f"{title} has no environment for {seats} seats")
        self.title, self.space, self.seats = rules, rules.SPACE, seats
        self.options = rules.parse_options(options, seats)
        self.metadata = {"name": f"{title}_v{rules.RULES}", "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.actions = [self.space.list_actions(self.options, seats, seat) for seat in range(seats)]
        self.numbers = [{move: number for number, move in enumerate(moves)} for moves in self.actions]
        self._deal(0)
        size, count = len(self.space.encode(self.look(0))), len(self.actions[0])
        self.observation_spaces = {agent: _make_observation_space(size, count) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._deal(seeding.np_random()[1] if seed is None else seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._find_next()]

    def _deal(self, seed: int) -> None:
        deal = self.title.make_deal(self.options, self.seats, Random(f"deal {seed}"))  # noqa: S311
        self.position = Position(self.title.start(self.options, deal, self.title.RULES))

    def look(self, seat: Seat) -> Any:
        return self.title.observe(self.position.state, seat)

    def record(self, agent: str) -> dict[str, Json]:
        """Return the observation of an agent in the form that the API gives it."""
        return record_observation(self.title, self.look(self.possible_agents.index(agent)))

    def read_action(self, action: int) -> dict[str, Json]:
        """Return an action in the form of the move that the API takes."""
        return self.title.dump_move(self.actions[0][action])

    def observe(self, agent: str) -> Seen:
        seat = self.possible_agents.index(agent)
        seen = self.look(seat)
        mask = np.zeros(len(self.actions[seat]), np.int8)
        if seat not in self.position.sealed:
            mask[[self.numbers[seat][move] for move in self.space.list_legal(seen)]] = 1
        return {"observation": np.array(self.space.encode(seen), np.float32), "action_mask": mask}

    def step(self, action: int) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        seat = self.possible_agents.index(agent)
        self._make_move(seat, self.actions[seat][action])
        outcome = self.title.outcome(self.position.state)
        if outcome is None:
            self.agent_selection = self.possible_agents[self._find_next()]
            return
        winners = {name for seat, name in enumerate(self.possible_agents) if seat in outcome.winners}
        self.rewards = {name: float(name in winners) for name in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def _make_move(self, seat: Seat, move: Any) -> None:
        """Make a move.

        An answer of several moves, such as a mission and a card, takes several steps.
        """
        asked = self.title.decision(self.position.state, seat)
        if asked is None or not asked.sealed:
            self.position = Position(play.make_move(self.title, self.position.state, Entry(move, PLAYER)))
            return
        self.position, _ = play.answer(self.title, self.position, seat, asked.name, [move])
        if all(other in self.position.sealed for other in self.title.to_act(self.position.state)):
            self.position, _ = play.unseal(self.title, self.position)

    def _find_next(self) -> Seat:
        asked = self.title.to_act(self.position.state)
        return next(seat for seat in asked if seat not in self.position.sealed)


def _make_observation_space(size: int, actions: int) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, 1.0, (size,), np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )
