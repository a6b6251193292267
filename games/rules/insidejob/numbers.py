"""Numbers by seats and roles (sections 2 and 8)."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from games.rules.insidejob.roles import PROF_NO

# The rest is the reserve.
INTEL = 14


@dataclass(frozen=True, slots=True)
class Numbers:
    """Cards of each player, tricks, missions needed, and intel that reveals."""

    hand: int
    tricks: int
    missions_needed: int
    intel_needed: int

    @property
    def left(self) -> int:
        """Cards left in each hand."""
        return self.hand - self.tricks


NUMBERS = {
    2: Numbers(hand=10, tricks=9, missions_needed=7, intel_needed=6),
    3: Numbers(hand=13, tricks=11, missions_needed=9, intel_needed=6),
    4: Numbers(hand=12, tricks=10, missions_needed=7, intel_needed=5),
    5: Numbers(hand=10, tricks=9, missions_needed=6, intel_needed=4),
}
INTEL_WITH_PROF_NO = {4: 4, 5: 3}


def find_numbers(seats: int, roles: Collection[str]) -> Numbers:
    """`seats` is 2 with Larry."""
    numbers = NUMBERS[seats]
    return replace(numbers, intel_needed=INTEL_WITH_PROF_NO[seats]) if PROF_NO in roles else numbers
