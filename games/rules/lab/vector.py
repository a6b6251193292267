"""Many games played side by side, with the observations of all of them in one array, in several processes if wanted."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from multiprocessing import get_context
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.rules.engine.values import Json
from games.rules.lab.aec import Environment


@dataclass(frozen=True)
class Batch:
    """What is asked of each game, by the number of the game.

    Where `over` is true a game has just ended. Its rewards are those of that game, and all else is of the next one.
    """

    seat: NDArray[np.int64]
    observation: NDArray[np.float32]
    action_mask: NDArray[np.int8]
    over: NDArray[np.bool_]
    rewards: NDArray[np.float32]
    """One row a game and one column a seat: all 0 until the game is over."""


class Games:
    """Plays some games in this process."""

    def __init__(self, title: str, seats: int, options: Mapping[str, Json], count: int) -> None:
        first = Environment(title, seats, options)
        first.reset(seed=0)
        self.games = [first.clone() for _ in range(count)]
        self.seeds: list[int] = []

    def reset(self, seeds: Sequence[int]) -> Batch:
        self.seeds = [*seeds]
        for game, seed in zip(self.games, seeds, strict=True):
            game.reset(seed=seed)
        return _gather([_look(game, None) for game in self.games])

    def step(self, actions: Sequence[int]) -> Batch:
        return _gather([self._step(number, int(action)) for number, action in enumerate(actions)])

    def _step(self, number: int, action: int) -> Batch:
        game = self.games[number]
        game.step(action)
        if not any(game.terminations.values()):
            return _look(game, None)
        rewards = game.rewards
        # Seeds of the games that run side by side lie next to each other, so the next ones are far away.
        self.seeds[number] += 1_000_003
        game.reset(seed=self.seeds[number])
        return _look(game, rewards)


class VectorEnv:
    """So many games side by side, shared out among processes: none for 0 `processes`.

    with VectorEnv("target", 2, count=64, processes=2) as games:
        batch = games.reset(seed=7)
        batch = games.step(actions)
    """

    def __init__(
        self, title: str, seats: int, options: Mapping[str, Json] | None = None, *, count: int = 8, processes: int = 0
    ) -> None:
        self.count, self.seats = count, seats
        shares = [len(part) for part in np.array_split(range(count), min(processes, count) or 1)]
        self.ends = np.cumsum(shares)[:-1]
        given = (title, seats, dict(options or {}))
        make = _Remote if processes else Games
        self.parts: list[Any] = [make(*given, share) for share in shares]

    def __enter__(self) -> "VectorEnv":
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def reset(self, seed: int = 0) -> Batch:
        """Begin all games again: game number N gets the deal of the seed plus N."""
        return self._ask("reset", np.arange(seed, seed + self.count))

    def step(self, actions: Sequence[int] | NDArray[Any]) -> Batch:
        """Make one move in each game. Raises `IllegalMove`, and then this vector is of no more use."""
        return self._ask("step", np.asarray(actions))

    def close(self) -> None:
        for part in self.parts:
            if isinstance(part, _Remote):
                part.close()

    def _ask(self, what: str, numbers: NDArray[Any]) -> Batch:
        if len(numbers) != self.count:
            raise ValueError(f"{len(numbers)} numbers for {self.count} games")
        given = [[int(number) for number in part] for part in np.split(numbers, self.ends)]
        return _gather([*self._list_answers(what, given)])

    def _list_answers(self, what: str, given: Sequence[Sequence[int]]) -> Iterator[Batch]:
        if not isinstance(self.parts[0], _Remote):
            yield getattr(self.parts[0], what)(given[0])
            return
        for part, numbers in zip(self.parts, given, strict=True):
            part.send(what, numbers)
        for part in self.parts:
            yield part.receive()


class _Remote:
    """Games in another process."""

    def __init__(self, *given: Any) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, *given), daemon=True)
        self.process.start()
        theirs.close()

    def send(self, what: str, numbers: Sequence[int]) -> None:
        self.pipe.send((what, numbers))

    def receive(self) -> Batch:
        answer = self.pipe.recv()
        if isinstance(answer, Exception):
            raise answer
        found: Batch = answer
        return found

    def close(self) -> None:
        self.pipe.close()
        self.process.join()


def _serve(pipe: Any, *given: Any) -> None:
    games = Games(*given)
    while True:
        try:
            what, numbers = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send(getattr(games, what)(numbers))
        except Exception as error:
            pipe.send(error)


def _look(game: Environment, rewards: Mapping[str, float] | None) -> Batch:
    seat = game.possible_agents.index(game.agent_selection)
    seen = game.observe(game.agent_selection)
    won = [rewards[agent] if rewards else 0.0 for agent in game.possible_agents]
    return Batch(
        np.array([seat]),
        seen["observation"][None],
        seen["action_mask"][None],
        np.array([rewards is not None]),
        np.array([won], np.float32),
    )


def _gather(batches: Sequence[Batch]) -> Batch:
    if len(batches) == 1:
        return batches[0]
    return Batch(*(np.concatenate([getattr(batch, field.name) for batch in batches]) for field in fields(Batch)))
