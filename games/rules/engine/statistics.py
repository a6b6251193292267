"""Statistics of finished games, as shares."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.rules.engine.texts import Sentence
from games.rules.engine.values import PLAYER, Entry, Seat


class Share(NamedTuple):
    reached: int
    of: int


@dataclass(frozen=True, slots=True)
class Step:
    before: Any
    move: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Stay:
    """A finished game from the time one player sat down.

    `first` is the state at that time. `own` has only moves that the player made: none by the clock, a stand-in or an
    earlier player.
    """

    seat: Seat
    first: Any
    last: Any
    own: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class FoundOut:
    """Which players count as found out: those with one of `roles`, in games that ended for one of `reasons`."""

    label: Sentence
    roles: frozenset[str]
    reasons: frozenset[str]


@dataclass(frozen=True, slots=True)
class TitleStatistics:
    # The labels of figures, in the order of a profile.
    labels: Mapping[str, Sentence]
    count: Callable[[Stay], Mapping[str, Share]]
    found_out: FoundOut | None = None


def count_statistics(
    statistics: TitleStatistics | None, states: Sequence[Any], entries: Sequence[Entry], seat: Seat, since: int = 0
) -> dict[str, list[int]]:
    """Return a player's figures in a finished game, such as `{"votes": [1, 1]}`.

    `since` is the length of the log when the player sat down.
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
