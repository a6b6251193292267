"""The seating of a rematch."""

from enum import StrEnum
from random import Random


class Seating(StrEnum):
    KEEP = "keep"
    # Each player moves one seat clockwise.
    TURN = "turn"
    SHUFFLE = "shuffle"


def read_seating(raw: str) -> Seating:
    return next((seating for seating in Seating if seating == raw), Seating.KEEP)


def arrange(seating: Seating, count: int, chance: Random) -> list[int]:
    seats = list(range(count))
    if seating == Seating.SHUFFLE:
        return chance.sample(seats, count)
    return [*seats[1:], 0] if seating == Seating.TURN else seats
