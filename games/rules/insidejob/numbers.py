"""The figures that depend on the number of seats and on the roles in play (sections 2 and 8)."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from games.rules.insidejob.roles import PROF_NO

INTEL = 14
"""How many intel there are in all; what is not handed out is the reserve."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """Cards dealt to each, tricks played, missions the Agents need, intel at which a player is revealed."""

    hand: int
    tricks: int
    missions_needed: int
    intel_needed: int

    @property
    def left(self) -> int:
        """How many cards stay in each hand at the end."""
        return self.hand - self.tricks


NUMBERS = {
    2: Numbers(hand=10, tricks=9, missions_needed=7, intel_needed=6),
    3: Numbers(hand=13, tricks=11, missions_needed=9, intel_needed=6),
    4: Numbers(hand=12, tricks=10, missions_needed=7, intel_needed=5),
    5: Numbers(hand=10, tricks=9, missions_needed=6, intel_needed=4),
}
INTEL_WITH_PROF_NO = {4: 4, 5: 3}


def find_numbers(seats: int, roles: Collection[str]) -> Numbers:
    """Return the figures of a table with `seats` seats (2: with Larry) and special roles."""
    numbers = NUMBERS[seats]
    return replace(numbers, intel_needed=INTEL_WITH_PROF_NO[seats]) if PROF_NO in roles else numbers
