"""The numbers of a game, by seats and roles (sections 2 and 8)."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from games.titles.insidejob.rules.roles import PROF_NO

# How many intel tokens there are. Those that no player has are the reserve.
INTEL = 14


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of a game: cards of each player, tricks, missions needed, and how much intel reveals a player."""

    hand: int
    tricks: int
    missions_needed: int
    intel_needed: int

    @property
    def left(self) -> int:
        """How many cards are left in each hand at the end."""
        return self.hand - self.tricks


NUMBERS = {
    2: Numbers(hand=10, tricks=9, missions_needed=7, intel_needed=6),
    3: Numbers(hand=13, tricks=11, missions_needed=9, intel_needed=6),
    4: Numbers(hand=12, tricks=10, missions_needed=7, intel_needed=5),
    5: Numbers(hand=10, tricks=9, missions_needed=6, intel_needed=4),
}
INTEL_WITH_PROF_NO = {4: 4, 5: 3}


def find_numbers(seats: int, roles: Collection[str]) -> Numbers:
    """Return the numbers of a game. With Larry, `seats` is 2."""
    numbers = NUMBERS[seats]
    return replace(numbers, intel_needed=INTEL_WITH_PROF_NO[seats]) if PROF_NO in roles else numbers
