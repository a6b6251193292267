"""Moves as numbers and observations as vectors, for programs that learn.

Vectors have values from 0 to 1. All sizes depend on seats and options only.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.engine.values import Chance, Seat

Vector = list[float]
Parts = Sequence[tuple[str, Vector]]
"""The parts of a vector in order, each with its name: that of a key of the observation where there is one."""


@dataclass(frozen=True, slots=True)
class Space:
    # Takes options, the number of seats and a seat. The index of a move in the list is its number.
    list_actions: Callable[[Any, int, Seat], Sequence[Any]]
    # Takes an observation and returns the legal moves among those that `list_actions` lists.
    list_legal: Callable[[Any], Sequence[Any]]
    # Takes an observation. The names and sizes of the parts depend on seats and options only.
    list_parts: Callable[[Any], Parts]
    # Takes an observation and returns a random state that its viewer cannot tell from the true one.
    imagine: Callable[[Any, Chance], Any] | None = None

    def encode(self, seen: Any) -> Vector:
        return [number for _, part in self.list_parts(seen) for number in part]


def hot(place: int | None, size: int) -> Vector:
    return flags(() if place is None else (place,), size)


def flags(places: Iterable[int], size: int) -> Vector:
    vector = [0.0] * size
    for place in places:
        vector[place] = 1.0
    return vector


def share(amount: int, most: int) -> float:
    return min(amount, most) / most


def shares(amounts: Iterable[int], most: int) -> Vector:
    return [share(amount, most) for amount in amounts]
