"""PettingZoo environments of the titles."""

import json
from collections.abc import Mapping
from copy import copy, deepcopy
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from games.rules.engine import play
from games.rules.engine.errors import IllegalMove
from games.rules.engine.play import Position
from games.rules.engine.values import PLAYER, Chance, Entry, Json, Seat
from games.rules.record import record_observation
from games.rules.registry import TITLES, get_title

Seen = dict[str, NDArray[Any]]
SHARED = ("title", "space", "options", "actions", "numbers", "position")
"""What copies of an environment share, because nothing changes it."""
NOT_PICKLED = ("title", "space", "actions", "numbers")


def make_env(title: str, seats: int, options: Mapping[str, Json] | None = None) -> Any:
    """Return a PettingZoo environment. `step` raises `IllegalMove` for an action outside the mask."""
    return wrappers.OrderEnforcingWrapper(Environment(title, seats, options or {}))


class Environment(AECEnv):  # type: ignore[misc]
    """A game as a PettingZoo environment. At the end each winner gets a reward of 1."""

    def __init__(self, title: str, seats: int, options: Mapping[str, Json]) -> None:
        super().__init__()
        rules = TITLES.get(title)
        if rules is None:
            raise ValueError(f"{title} is none of the titles {', '.join(TITLES)}")
        if rules.SPACE is None or seats not in rules.SEATS:
            raise ValueError(f"{title} has no environment for {seats} seats")
        self.name, self.seats = title, seats
        self.options = rules.parse_options(options, seats)
        self.metadata = {"name": f"{title}_v{rules.RULES}", "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self._load_rules()
        self._deal(0)
        size, count = len(self.space.encode(self.look(0))), len(self.actions[0])
        self.observation_spaces = {agent: _make_observation_space(size, count) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self.state_space = spaces.Box(0.0, 1.0, (seats * (size + 1),), np.float32)

    def _load_rules(self) -> None:
        """Set what follows from title, seats and options alone."""
        self.title = get_title(self.name)
        assert self.title.SPACE
        self.space = self.title.SPACE
        self.actions = [self.space.list_actions(self.options, self.seats, seat) for seat in range(self.seats)]
        self.numbers = [{move: number for number, move in enumerate(moves)} for moves in self.actions]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in NOT_PICKLED}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._load_rules()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Environment":
        other = Environment.__new__(type(self))
        for name, value in vars(self).items():
            setattr(other, name, value if name in SHARED else deepcopy(value, memo))
        return other

    def clone(self) -> "Environment":
        """Return a copy that is played on its own. It is faster than `deepcopy`, and shares the spaces."""
        other = Environment.__new__(type(self))
        other.__dict__.update(
            {name: copy(value) if type(value) in (dict, list) else value for name, value in vars(self).items()}
        )
        return other

    def resample_from_infostate(self, agent: str, dice: Chance) -> "Environment":
        """Return a copy with a random state that the agent cannot tell from the true one.

        Sealed choices of others are drawn from their legal ones.
        """
        if self.space.imagine is None:
            raise NotImplementedError(f"{self.name} imagines no states")
        viewer, other = self.possible_agents.index(agent), self.clone()
        state = self.space.imagine(self.look(viewer), dice)
        other.position = Position(state, self._imagine_sealed(viewer, state, dice))
        if self.title.to_act(state):
            other.agent_selection = self.possible_agents[other._find_next()]
        return other

    def _imagine_sealed(self, viewer: Seat, state: Any, dice: Chance) -> dict[Seat, tuple[Entry, ...]]:
        """Return sealed choices for an imagined state. Where it is secret who is asked, others are asked in it."""
        asked = self.title.to_act(state)
        if self.agent_selection == self.possible_agents[viewer]:
            decision = self.title.decision(state, viewer)
            chosen = asked[: asked.index(viewer)] if decision and decision.sealed else ()
        else:
            chosen = tuple(seat for seat in asked if seat in self.position.sealed)
            # Someone has not chosen yet.
            chosen = chosen[: len(asked) - 1]
        return {seat: self._imagine_choice(seat, viewer, state, dice) for seat in chosen}

    def _imagine_choice(self, seat: Seat, viewer: Seat, state: Any, dice: Chance) -> tuple[Entry, ...]:
        if seat == viewer:
            return self.position.sealed[seat]
        return (Entry(dice.choice(self.space.list_legal(self.title.observe(state, seat))), PLAYER),)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
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

    def information_state(self, agent: str) -> str:
        """Return all that an agent may know as a text: the key of a table of strategies."""
        return json.dumps(self.record(agent), ensure_ascii=False, separators=(",", ":"), sort_keys=True)

    def read_action(self, action: int) -> dict[str, Json]:
        """Return an action in the form of the move that the API takes."""
        return self.title.dump_move(self.actions[0][action])

    def name_action(self, action: int) -> str:
        """Return an action in short, such as `play B7`: its type and what is chosen. Each has another name."""
        move = self.read_action(action)
        chosen = {
            name: value for name, value in move.items() if name != "type" and not (value is None or value is False)
        }
        return " ".join([str(move["type"]), *(_word_choice(name, value) for name, value in chosen.items())])

    def choose(self, agent: str, bot: str, dice: Chance) -> int:
        """Return the action that one of the title's bots chooses for an agent that is asked. It sees no more."""
        seat = self.possible_agents.index(agent)
        return self.numbers[seat][self.title.BOTS[bot](self.look(seat), dice)]

    def list_places(self) -> list[tuple[str, slice]]:
        """Return the parts of an observation's vector by name, each with its places, the same for each agent."""
        places, first = [], 0
        for name, part in self.space.list_parts(self.look(0)):
            places.append((name, slice(first, first + len(part))))
            first += len(part)
        return places

    def observe(self, agent: str) -> Seen:
        seat = self.possible_agents.index(agent)
        seen = self.look(seat)
        mask = np.zeros(len(self.actions[seat]), np.int8)
        if seat not in self.position.sealed:
            mask[[self.numbers[seat][move] for move in self.space.list_legal(seen)]] = 1
        return {"observation": np.array(self.space.encode(seen), np.float32), "action_mask": mask}

    def state(self) -> NDArray[np.float32]:
        """Return the vectors of all seats, and for each whether it has made its sealed choice. No agent may see it."""
        vectors = [number for seat in range(self.seats) for number in self.space.encode(self.look(seat))]
        chosen = [float(seat in self.position.sealed) for seat in range(self.seats)]
        return np.array(vectors + chosen, np.float32)

    def step(self, action: int) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        if not isinstance(action, int | np.integer) or not 0 <= action < len(self.actions[seat]):
            raise IllegalMove("unknown_action")
        self._make_move(seat, self.actions[seat][action])
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        outcome = self.title.outcome(self.position.state)
        if outcome is None:
            self.agent_selection = self.possible_agents[self._find_next()]
            return
        winners = {name for seat, name in enumerate(self.possible_agents) if seat in outcome.winners}
        self.rewards = {name: float(name in winners) for name in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {name: {"reason": outcome.reason} for name in self.agents}
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


def _word_choice(name: str, value: Json) -> str:
    if value is True:
        return name
    return "+".join(map(str, value)) if isinstance(value, list) else str(value)


def _make_observation_space(size: int, actions: int) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, 1.0, (size,), np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )
