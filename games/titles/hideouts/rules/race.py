"""Estimates the chance to win from public knowledge.

The numbers are fitted to games of `expert` against itself and `steady`, and rounded.
"""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from games.titles.hideouts.rules.material import SPIES

# How much a hideout is worth to its owner, by the number of values that it may have.
STANDING = (0.0, 0.4, 0.7, 0.85, 1.0, 1.25, 1.55, 1.55, 1.55, 1.55, 1.6)
# The cost of a decoy next to a destroyed hideout, and next to one that still stands.
DECOY_LOST, DECOY_AT_STAKE = 1.6, 0.7
TURN = 0.6


class Side(NamedTuple):
    """A player's hideouts.

    `open` has the possible values of each as bits, `decoys` the number of decoys next to it; both are 0 where a hideout
    is destroyed. `down` counts the destroyed hideouts, and `lost` the decoys next to them.
    """

    open: tuple[int, ...]
    decoys: tuple[int, ...]
    down: int
    lost: int

    @property
    def brought(self) -> int:
        """The points that the opponent has got for these hideouts."""
        return self.down + self.lost

    def show(self, spy: int) -> "Side":
        """Return the side after `spy` was seen outside the hideouts, so that it is in none."""
        return self._replace(open=tuple(values & ~(1 << spy) for values in self.open))

    def fill(self, place: int, values: int) -> "Side":
        return self._replace(open=_replace_at(self.open, place, values))

    def lose(self, place: int) -> "Side":
        decoys = _replace_at(self.decoys, place, 0)
        return Side(_replace_at(self.open, place, 0), decoys, self.down + 1, self.lost + self.decoys[place])

    def put_decoy(self, place: int) -> "Side":
        if not self.open[place]:
            return self._replace(lost=self.lost + 1)
        return self._replace(decoys=_replace_at(self.decoys, place, self.decoys[place] + 1))


def _replace_at(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*values[:place], value, *values[place + 1 :])


def as_bits(values: Iterable[int]) -> int:
    return sum(1 << value for value in values)


def split(values: int, spy: int) -> tuple[int, int]:
    """Return the bits below `spy` and the bits above it."""
    return values & ((1 << spy) - 1), values >> (spy + 1) << (spy + 1)


def weigh(asked: Side, other: Side) -> float:
    """Return the log odds that the player to move wins."""
    return _count_strength(asked) - _count_strength(other) + TURN


def _count_strength(side: Side) -> float:
    standing = sum(STANDING[values.bit_count()] for values in side.open)
    return standing - DECOY_LOST * side.lost - DECOY_AT_STAKE * sum(side.decoys)


@cache
def count_steps(values: int, spy: int) -> float:
    """Return how many attacks it takes to find `spy` by halving."""
    if not values >> spy & 1:
        return 0.0
    held = [value for value in SPIES if values >> value & 1]
    middles = {held[(len(held) - 1) // 2], held[len(held) // 2]}
    return 1 + sum(count_steps(split(values, each)[spy > each], spy) for each in middles if each != spy) / len(middles)
