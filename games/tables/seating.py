"""The seating of a rematch."""

from enum import StrEnum
from random import Random


class Seating(StrEnum):
    KEEP = "keep"
    # Each player moves one seat clockwise.
    TURN = "turn"
    SHUFFLE = "shuffle"

    @classmethod
    def _missing_(cls, value: object) -> "Seating":
        """Return what a form means that names no seating, or an unknown one."""
        return cls.KEEP

    def arrange(self, count: int, chance: Random) -> list[int]:
        """Return for each seat of the previous game the seat in the rematch."""
        seats = list(range(count))
        if self == Seating.SHUFFLE:
            return chance.sample(seats, count)
        return [*seats[1:], 0] if self == Seating.TURN else seats
