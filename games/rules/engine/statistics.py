"""What a title counts of finished games apart from wins.

Each figure is a share: so many votes were right of so many cast.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.rules.engine.texts import Sentence
from games.rules.engine.values import PLAYER, Entry, Seat


class Share(NamedTuple):
    """How often something went well, and how often it was tried."""

    reached: int
    of: int


@dataclass(frozen=True, slots=True)
class Step:
    before: Any
    move: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Stay:
    """A finished game as one player had it.

    `first` is the state in which they sat down. `own` are the moves they chose themselves, without those of the clock,
    a stand-in or an earlier player of the seat.
    """

    seat: Seat
    first: Any
    last: Any
    own: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class TitleStatistics:
    # The name of each figure by code, in the order of display.
    labels: Mapping[str, Sentence]
    # The figures of one player. What could not happen has a share of 0 of 0.
    count: Callable[[Stay], Mapping[str, Share]]


def count_statistics(
    statistics: TitleStatistics | None, states: Sequence[Any], entries: Sequence[Entry], seat: Seat, since: int = 0
) -> dict[str, list[int]]:
    """Return the figures of a seat's player as JSON, such as `{"votes": [1, 1]}`; shares of 0 are left out.

    `since` is the length of the log when they sat down.
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
