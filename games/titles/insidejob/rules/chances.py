"""Measured chances of each side, to warn hosts of unfair line-ups."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.titles.insidejob.rules.roles import (
    ACCOMPLICE,
    AGENTS,
    DAREDEVIL,
    DECOY,
    INSIDERS,
    NEUTRAL,
    PARANOID,
    PROF_NO,
    SLEEPER,
    SPECIAL_SEATS,
    TIM_SHADY,
    WIRETAPPED,
)

# A side that wins less often than this, in per cent, has a hard time.
HARD_BELOW = 21


@dataclass(frozen=True, slots=True)
class Rates:
    """How often each side wins, in per cent. `neutral` is None without a neutral role."""

    agents: float
    insiders: float
    neutral: float | None = None

    def find_low(self) -> dict[str, float]:
        sides = {AGENTS: self.agents, INSIDERS: self.insiders, NEUTRAL: self.neutral}
        return {side: rate for side, rate in sides.items() if rate is not None and rate < HARD_BELOW}


# The rates by special roles and number of seats, among `steady` bots; see docs/balance.md.
MEASURED: Mapping[tuple[tuple[str, ...], int], Rates] = {
    ((), 2): Rates(56.0, 39.7),
    ((), 3): Rates(44.0, 56.0),
    ((), 4): Rates(52.0, 48.0),
    ((ACCOMPLICE, PROF_NO), 4): Rates(42.0, 58.0, 59.0),
    ((DAREDEVIL, TIM_SHADY), 4): Rates(44.0, 56.0, 58.0),
    ((PARANOID, SLEEPER), 4): Rates(45.0, 55.0),
    ((SLEEPER, TIM_SHADY), 4): Rates(24.0, 76.0, 68.0),
    ((ACCOMPLICE,), 4): Rates(45.0, 55.0, 54.0),
    ((DAREDEVIL,), 4): Rates(45.0, 55.0),
    ((DECOY,), 4): Rates(6.0, 55.0, 39.0),
    ((PARANOID,), 4): Rates(50.0, 50.0),
    ((PROF_NO,), 4): Rates(47.0, 53.0),
    ((SLEEPER,), 4): Rates(52.0, 48.0),
    ((TIM_SHADY,), 4): Rates(22.0, 78.0, 68.0),
    ((WIRETAPPED,), 4): Rates(23.0, 77.0),
    ((ACCOMPLICE, DAREDEVIL), 4): Rates(46.0, 54.0, 53.0),
    ((ACCOMPLICE, PARANOID), 4): Rates(47.0, 53.0, 58.0),
    ((ACCOMPLICE, SLEEPER), 4): Rates(42.0, 58.0, 62.0),
    ((DAREDEVIL, DECOY), 4): Rates(33.0, 43.0, 24.0),
    ((DAREDEVIL, PARANOID), 4): Rates(52.0, 48.0),
    ((DAREDEVIL, PROF_NO), 4): Rates(91.0, 9.0),
    ((DAREDEVIL, SLEEPER), 4): Rates(48.0, 52.0),
    ((DAREDEVIL, WIRETAPPED), 4): Rates(35.0, 65.0),
    ((DECOY, PARANOID), 4): Rates(14.0, 44.0, 43.0),
    ((DECOY, PROF_NO), 4): Rates(33.0, 60.0, 14.0),
    ((DECOY, SLEEPER), 4): Rates(14.0, 48.0, 39.0),
    ((DECOY, WIRETAPPED), 4): Rates(8.0, 85.0, 8.0),
    ((PARANOID, PROF_NO), 4): Rates(48.0, 52.0),
    ((PARANOID, TIM_SHADY), 4): Rates(29.0, 71.0, 59.0),
    ((PARANOID, WIRETAPPED), 4): Rates(19.0, 81.0),
    ((PROF_NO, SLEEPER), 4): Rates(45.0, 55.0),
    ((PROF_NO, TIM_SHADY), 4): Rates(39.0, 61.0, 59.0),
    ((PROF_NO, WIRETAPPED), 4): Rates(8.0, 92.0),
    ((SLEEPER, WIRETAPPED), 4): Rates(17.0, 83.0),
    ((TIM_SHADY, WIRETAPPED), 4): Rates(12.0, 88.0, 73.0),
    ((), 5): Rates(31.0, 69.0),
    ((ACCOMPLICE, PROF_NO), 5): Rates(50.0, 50.0, 67.0),
    ((DAREDEVIL, TIM_SHADY), 5): Rates(43.0, 57.0, 65.0),
    ((PARANOID, SLEEPER), 5): Rates(41.0, 59.0),
    ((SLEEPER, TIM_SHADY), 5): Rates(14.0, 86.0, 68.0),
    ((ACCOMPLICE,), 5): Rates(27.0, 73.0, 38.0),
    ((DAREDEVIL,), 5): Rates(49.0, 51.0),
    ((DECOY,), 5): Rates(11.0, 53.0, 37.0),
    ((PARANOID,), 5): Rates(31.0, 69.0),
    ((PROF_NO,), 5): Rates(62.0, 38.0),
    ((SLEEPER,), 5): Rates(23.0, 77.0),
    ((TIM_SHADY,), 5): Rates(13.0, 87.0, 65.0),
    ((WIRETAPPED,), 5): Rates(19.0, 81.0),
    ((ACCOMPLICE, DAREDEVIL), 5): Rates(44.0, 56.0, 47.0),
    ((ACCOMPLICE, PARANOID), 5): Rates(39.0, 61.0, 48.0),
    ((ACCOMPLICE, SLEEPER), 5): Rates(43.0, 57.0, 49.0),
    ((DAREDEVIL, DECOY), 5): Rates(36.0, 48.0, 17.0),
    ((DAREDEVIL, PARANOID), 5): Rates(49.0, 51.0),
    ((DAREDEVIL, PROF_NO), 5): Rates(96.0, 4.0),
    ((DAREDEVIL, SLEEPER), 5): Rates(44.0, 56.0),
    ((DAREDEVIL, WIRETAPPED), 5): Rates(41.0, 59.0),
    ((DECOY, PARANOID), 5): Rates(9.0, 47.0, 44.0),
    ((DECOY, PROF_NO), 5): Rates(47.0, 50.0, 13.0),
    ((DECOY, SLEEPER), 5): Rates(10.0, 46.0, 44.0),
    ((DECOY, WIRETAPPED), 5): Rates(6.0, 78.0, 16.0),
    ((PARANOID, PROF_NO), 5): Rates(70.0, 30.0),
    ((PARANOID, TIM_SHADY), 5): Rates(17.0, 83.0, 67.0),
    ((PARANOID, WIRETAPPED), 5): Rates(20.0, 80.0),
    ((PROF_NO, SLEEPER), 5): Rates(60.0, 40.0),
    ((PROF_NO, TIM_SHADY), 5): Rates(50.0, 50.0, 52.0),
    ((PROF_NO, WIRETAPPED), 5): Rates(24.0, 76.0),
    ((SLEEPER, WIRETAPPED), 5): Rates(18.0, 82.0),
    ((TIM_SHADY, WIRETAPPED), 5): Rates(14.0, 86.0, 74.0),
}


def find_hard(roles: tuple[str, ...]) -> str | None:
    """Return for which side a line-up is hard, or None.

    The result is such as `agents`, or `agents 4` if it is hard only with four players, or `agents neutral` if it is
    hard for a neutral role, too. House roles are not measured.
    """
    measured = {seats: MEASURED[roles, seats] for seats in SPECIAL_SEATS if (roles, seats) in MEASURED}
    hard = {seats: rates.find_low() for seats, rates in measured.items()}
    lowest = min(((rate, side) for found in hard.values() for side, rate in found.items()), default=None)
    if lowest is None:
        return None
    _, side = lowest
    where = [seats for seats, found in hard.items() if side in found]
    if len(where) < len(SPECIAL_SEATS):
        return f"{side} {where[0]}"
    together = side != NEUTRAL and all(NEUTRAL in found for found in hard.values())
    return f"{side} {NEUTRAL}" if together else side
