"""What an observer could infer from public facts.

Proof is kept apart from guesses, which are rounded and never 0 or 100.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.rules.engine.texts import Sentence
from games.rules.engine.values import Bot, Seat

# Guesses are multiples of this many per cent.
STEP = 5


@dataclass(frozen=True, slots=True)
class Shares:
    """How likely each place is guilty, in per cent that sum to 100.

    Proven shares are 0 or 100, and `proofs` has the reasons for them. Guesses run from `STEP` to 100 - `STEP`. `levels`
    has the shares before the first move.
    """

    percents: tuple[int, ...]
    levels: tuple[float, ...]
    proofs: Mapping[Seat, str]

    @property
    def is_proof(self) -> bool:
        return 100 in self.percents


@dataclass(frozen=True, slots=True)
class Beginners:
    """Players without a secret role who play clumsily, to test the model, which is never fitted to them.

    All such seats have this bot, or with `alone` only one of them; the others are `steady`.
    """

    bot: Bot
    alone: bool = False


@dataclass(frozen=True, slots=True)
class SuspicionModel:
    # Sentences about `{player}` by the codes of `Shares.proofs`.
    proofs: Mapping[str, Sentence]
    # Takes a public observation and returns shares. It must be deterministic.
    weigh: Callable[[Any], Shares]
    # Clumsy players by name of the pool, for tests of the model.
    beginners: Mapping[str, Beginners] = field(default_factory=dict)


def level_out(places: int, suspects: Collection[Seat]) -> tuple[float, ...]:
    return tuple(100 / len(suspects) if place in suspects else 0.0 for place in range(places))


def prove(places: int, guilty: Seat) -> tuple[int, ...]:
    return tuple(100 * (place == guilty) for place in range(places))


def share_out(places: int, weights: Mapping[Seat, float]) -> tuple[int, ...]:
    """Round weights to per cent by the method of the largest remainder, with at least `STEP` for each place."""
    total, steps = sum(weights.values()), 100 // STEP - len(weights)
    wanted = {place: max(0.0, 100 / STEP * weight / total - 1) for place, weight in weights.items()}
    ideal = {place: want * steps / sum(wanted.values()) for place, want in wanted.items()}
    parts = {place: int(part) for place, part in ideal.items()}
    by_remainder = sorted(parts, key=lambda place: (parts[place] - ideal[place], place))
    for place in by_remainder[: steps - sum(parts.values())]:
        parts[place] += 1
    return tuple(STEP * (parts[place] + 1) if place in parts else 0 for place in range(places))
