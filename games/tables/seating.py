"""Who sits where in a rematch."""

from enum import StrEnum
from random import Random


class Seating(StrEnum):
    """How the seats of a rematch come out of those of the game before."""

    KEEP = "keep"
    # Everybody moves one seat on, clockwise.
    TURN = "turn"
    SHUFFLE = "shuffle"


def read_seating(raw: str) -> Seating:
    """Return what a form chose; whatever it does not offer keeps the seats."""
    return next((seating for seating in Seating if seating == raw), Seating.KEEP)


def arrange(seating: Seating, count: int, chance: Random) -> list[int]:
    """Return for each of `count` seats the one to which whoever has it goes."""
    seats = list(range(count))
    if seating == Seating.SHUFFLE:
        return chance.sample(seats, count)
    return [*seats[1:], 0] if seating == Seating.TURN else seats
