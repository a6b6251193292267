"""How a race between two players stands: the chance to win it, by what everybody knows of their hideouts.

The constants were fitted to games of `expert` against itself and against `steady`, and rounded.
"""

from collections.abc import Iterable
from functools import cache
from math import exp
from typing import NamedTuple

from games.rules.hideouts.material import SPIES

STANDING = (0.0, 0.4, 0.7, 0.85, 1.0, 1.25, 1.55, 1.55, 1.55, 1.55, 1.6)
"""What a hideout is worth to its owner, by how many values may be in it: with one left it is as good as lost."""
DECOY_LOST, DECOY_AT_STAKE = 1.6, 0.7
"""What a decoy costs its owner beside a destroyed hideout, and beside one that stands."""
TURN = 0.6
"""What it is worth to have the turn."""


class Side(NamedTuple):
    """The hideouts of one player by place: the values that each may hold, as bits, and the decoys beside it.

    Of a destroyed hideout there are none: `down` counts those, and `lost` the decoys beside them.
    """

    open: tuple[int, ...]
    decoys: tuple[int, ...]
    down: int
    lost: int

    @property
    def brought(self) -> int:
        """The points that the other player has."""
        return self.down + self.lost

    def show(self, spy: int) -> "Side":
        """Return the side after a spy was seen outside of its hideouts."""
        return self._replace(open=tuple(values & ~(1 << spy) for values in self.open))

    def fill(self, place: int, values: int) -> "Side":
        """Return the side with other values open for a hideout."""
        return self._replace(open=replace_at(self.open, place, values))

    def lose(self, place: int) -> "Side":
        """Return the side after a hideout was destroyed."""
        decoys = replace_at(self.decoys, place, 0)
        return Side(replace_at(self.open, place, 0), decoys, self.down + 1, self.lost + self.decoys[place])

    def put_decoy(self, place: int) -> "Side":
        """Return the side with a decoy more, beside any hideout."""
        if not self.open[place]:
            return self._replace(lost=self.lost + 1)
        return self._replace(decoys=replace_at(self.decoys, place, self.decoys[place] + 1))


def replace_at(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    """Return values with another one at a place."""
    return (*values[:place], value, *values[place + 1 :])


def as_bits(values: Iterable[int]) -> int:
    """Return a set of values as bits."""
    return sum(1 << value for value in values)


def split(values: int, spy: int) -> tuple[int, int]:
    """Return which of a set of bits are below a spy, and which above it."""
    return values & ((1 << spy) - 1), values >> (spy + 1) << (spy + 1)


def weigh(asked: Side, other: Side) -> float:
    """Return the log odds that the player whose turn it is wins."""
    return count_strength(asked) - count_strength(other) + TURN


def count_strength(side: Side) -> float:
    """Return how far a player is from losing."""
    standing = sum(STANDING[values.bit_count()] for values in side.open)
    return standing - DECOY_LOST * side.lost - DECOY_AT_STAKE * sum(side.decoys)


def as_chance(odds: float) -> float:
    """Return the chance that log odds stand for."""
    return 1 / (1 + exp(-odds))


@cache
def count_steps(values: int, spy: int) -> float:
    """Return how many attacks find `spy`, one of a set of bits, if each halves what is left."""
    if not values >> spy & 1:
        return 0.0
    held = [value for value in SPIES if values >> value & 1]
    middles = {held[(len(held) - 1) // 2], held[len(held) // 2]}
    return 1 + sum(count_steps(split(values, each)[spy > each], spy) for each in middles if each != spy) / len(middles)


@cache
def count_usual_steps(values: int) -> float:
    """Return how many attacks find what is in a hideout, on the average over all that may be there."""
    return sum(count_steps(values, spy) for spy in SPIES) / max(1, values.bit_count())
