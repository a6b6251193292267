"""What a title counts of its finished games besides wins: how often what a player did came out well.

A figure is a share: so many votes were right of so many that were cast.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.rules.engine.texts import Sentence
from games.rules.engine.values import PLAYER, Entry, Seat


class Share(NamedTuple):
    """How often something came out well, and of how many times."""

    reached: int
    of: int


@dataclass(frozen=True, slots=True)
class Step:
    """A move with the states before and after it."""

    before: Any
    move: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Stay:
    """A finished game as one player had it.

    `first` is the state in which they sat down: after the deal, unless they took the seat over. `own` are the moves
    that they chose themselves: none of the clock, a stand-in or the player before them.
    """

    seat: Seat
    first: Any
    last: Any
    own: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class TitleStatistics:
    """The figures of a title."""

    labels: Mapping[str, Sentence]
    """What each is called, by code, in the order in which they are shown."""
    count: Callable[[Stay], Mapping[str, Share]]
    """The figures of one player of a finished game. What could not happen in it has a share of nothing."""


def count_statistics(
    statistics: TitleStatistics | None, states: Sequence[Any], entries: Sequence[Entry], seat: Seat, since: int = 0
) -> dict[str, list[int]]:
    """Return `figures` of a seat's player as JSON, those of nothing left out: `{"votes": [1, 1]}`.

    The game is over, and the player sat there from the place `since` of the log on.
    """
    if statistics is None:
        return {}
    own = tuple(
        Step(states[place], entry.move, states[place + 1])
        for place, entry in enumerate(entries)
        if place >= since and entry.by == PLAYER and entry.move.seat == seat
    )
    counted = statistics.count(Stay(seat, states[since], states[-1], own))
    return {code: list(share) for code, share in counted.items() if share.of}
