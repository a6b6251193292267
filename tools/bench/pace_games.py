"""Games for the pace benchmark: what is asked, and what each player wishes to answer."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from games.rules.engine.play import fold
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Seat


@dataclass(frozen=True)
class Step:
    state: Any
    answers: Mapping[Seat, tuple[Any, ...]]


@dataclass(frozen=True, eq=False)
class PlayedGame:
    title: AnyTitle
    steps: tuple[Step, ...]
    turns: Mapping[Seat, tuple[int, ...]]


def play_game(title: AnyTitle, seats: int, seed: str) -> PlayedGame:
    chance, options = Random(seed), title.parse_options({}, seats)
    steps = tuple(play_steps(title, title.start(options, title.make_deal(options, seats, chance), title.RULES), chance))
    turns = {seat: tuple(number for number, step in enumerate(steps) if seat in step.answers) for seat in range(seats)}
    return PlayedGame(title, steps, turns)


def play_steps(title: AnyTitle, state: Any, chance: Random) -> Iterator[Step]:
    while asked := title.to_act(state):
        is_sealed = any((decision := title.decision(state, seat)) and decision.sealed for seat in asked)
        answers = {seat: choose(title, state, seat, chance) for seat in (asked if is_sealed else asked[:1])}
        yield Step(state, answers)
        state = fold(title, state, (move for moves in answers.values() for move in moves))


def choose(title: AnyTitle, state: Any, seat: Seat, chance: Random) -> tuple[Any, ...]:
    asked, moves = title.decision(state, seat), list[Any]()
    while title.decision(state, seat) == asked:
        moves.append(title.BOTS["steady"](title.observe(state, seat), chance))
        state = title.apply(state, moves[-1])
    return tuple(moves)
