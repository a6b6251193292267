"""What one could have thought of each player of a finished game, from nothing but what everybody could see.

A title that has such an observer says at any moment how much of its suspicion falls on each place. Proof is apart from
guesses. A guess is told in steps, and never as if it were proof.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.engine.texts import Sentence
from games.rules.engine.values import Seat

STEP = 5
"""In steps of how many per cent a guess is told."""


@dataclass(frozen=True, slots=True)
class Shares:
    """How suspicion is shared out at one moment, in per cent by place: 100 in all.

    `levels` are the shares to those who know which roles lie open, and nothing of how anybody played. `proofs` says by
    place, as a code of `SuspicionModel.proofs`, why its share is no guess. A guess is a multiple of `STEP`, from
    `STEP` to 100 - `STEP`; all else is 0, or 100 for what is proven.
    """

    percents: tuple[int, ...]
    levels: tuple[float, ...]
    proofs: Mapping[Seat, str]

    @property
    def is_proof(self) -> bool:
        """Whether nothing is left to be guessed."""
        return 100 in self.percents


@dataclass(frozen=True, slots=True)
class SuspicionModel:
    """The observer of a title, of what `TEXTS.suspicion` asks."""

    proofs: Mapping[str, Sentence]
    """What each kind of proof is, by code, in a sentence about `{player}`."""
    weigh: Callable[[Any], Shares]
    """Return how suspicion is shared out, given what the public observes of a running game: the same each time."""


def level_out(places: int, suspects: Collection[Seat]) -> tuple[float, ...]:
    """Return the shares by place where each of the suspects may be it, and no more is known."""
    return tuple(100 / len(suspects) if place in suspects else 0.0 for place in range(places))


def prove(places: int, guilty: Seat) -> tuple[int, ...]:
    """Return the shares by place where it is known who it is."""
    return tuple(100 * (place == guilty) for place in range(places))


def share_out(places: int, weights: Mapping[Seat, float]) -> tuple[int, ...]:
    """Return the shares by place in proportion to the weights of those that may be it, two at least.

    Each of them gets a step; the others go out in proportion, by the largest remainders, of equals to the first.
    """
    total, steps = sum(weights.values()), 100 // STEP - len(weights)
    wanted = {place: max(0.0, 100 / STEP * weight / total - 1) for place, weight in weights.items()}
    ideal = {place: want * steps / sum(wanted.values()) for place, want in wanted.items()}
    parts = {place: int(part) for place, part in ideal.items()}
    by_remainder = sorted(parts, key=lambda place: (parts[place] - ideal[place], place))
    for place in by_remainder[: steps - sum(parts.values())]:
        parts[place] += 1
    return tuple(STEP * (parts[place] + 1) if place in parts else 0 for place in range(places))
