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
    ((), 2): Rates(54.7, 46.9),
    ((), 3): Rates(50.0, 50.0),
    ((), 4): Rates(50.7, 49.3),
    ((ACCOMPLICE, PROF_NO), 4): Rates(40.0, 60.0, 55.3),
    ((DAREDEVIL, TIM_SHADY), 4): Rates(48.3, 51.7, 64.0),
    ((PARANOID, SLEEPER), 4): Rates(53.3, 46.7),
    ((SLEEPER, TIM_SHADY), 4): Rates(30.7, 69.3, 68.7),
    ((ACCOMPLICE,), 4): Rates(55.7, 44.3, 57.0),
    ((DAREDEVIL,), 4): Rates(60.7, 39.3),
    ((DECOY,), 4): Rates(16.0, 53.7, 30.3),
    ((PARANOID,), 4): Rates(51.3, 48.7),
    ((PROF_NO,), 4): Rates(46.3, 53.7),
    ((SLEEPER,), 4): Rates(50.7, 49.3),
    ((TIM_SHADY,), 4): Rates(23.0, 77.0, 76.3),
    ((WIRETAPPED,), 4): Rates(25.0, 75.0),
    ((ACCOMPLICE, DAREDEVIL), 4): Rates(53.3, 46.7, 49.0),
    ((ACCOMPLICE, PARANOID), 4): Rates(50.7, 49.3, 49.7),
    ((ACCOMPLICE, SLEEPER), 4): Rates(39.0, 61.0, 51.0),
    ((DAREDEVIL, DECOY), 4): Rates(37.0, 42.7, 20.3),
    ((DAREDEVIL, PARANOID), 4): Rates(57.3, 42.7),
    ((DAREDEVIL, PROF_NO), 4): Rates(84.0, 16.0),
    ((DAREDEVIL, SLEEPER), 4): Rates(59.0, 41.0),
    ((DAREDEVIL, WIRETAPPED), 4): Rates(40.0, 60.0),
    ((DECOY, PARANOID), 4): Rates(23.0, 41.7, 35.3),
    ((DECOY, PROF_NO), 4): Rates(29.0, 65.3, 14.3),
    ((DECOY, SLEEPER), 4): Rates(20.7, 45.3, 35.0),
    ((DECOY, WIRETAPPED), 4): Rates(7.3, 82.3, 10.3),
    ((PARANOID, PROF_NO), 4): Rates(48.7, 51.3),
    ((PARANOID, TIM_SHADY), 4): Rates(34.0, 66.0, 65.0),
    ((PARANOID, WIRETAPPED), 4): Rates(25.7, 74.3),
    ((PROF_NO, SLEEPER), 4): Rates(47.0, 53.0),
    ((PROF_NO, TIM_SHADY), 4): Rates(36.3, 63.7, 58.0),
    ((PROF_NO, WIRETAPPED), 4): Rates(9.7, 90.3),
    ((SLEEPER, WIRETAPPED), 4): Rates(17.7, 82.3),
    ((TIM_SHADY, WIRETAPPED), 4): Rates(12.3, 87.7, 71.0),
    ((), 5): Rates(39.3, 60.7),
    ((ACCOMPLICE, PROF_NO), 5): Rates(49.3, 50.7, 58.3),
    ((DAREDEVIL, TIM_SHADY), 5): Rates(43.0, 57.0, 58.7),
    ((PARANOID, SLEEPER), 5): Rates(44.7, 55.3),
    ((SLEEPER, TIM_SHADY), 5): Rates(25.3, 74.7, 66.7),
    ((ACCOMPLICE,), 5): Rates(39.3, 60.7, 45.7),
    ((DAREDEVIL,), 5): Rates(53.0, 47.0),
    ((DECOY,), 5): Rates(19.3, 50.7, 30.0),
    ((PARANOID,), 5): Rates(37.0, 63.0),
    ((PROF_NO,), 5): Rates(59.0, 41.0),
    ((SLEEPER,), 5): Rates(37.7, 62.3),
    ((TIM_SHADY,), 5): Rates(32.3, 67.7, 63.3),
    ((WIRETAPPED,), 5): Rates(20.3, 79.7),
    ((ACCOMPLICE, DAREDEVIL), 5): Rates(51.3, 48.7, 51.3),
    ((ACCOMPLICE, PARANOID), 5): Rates(43.7, 56.3, 47.7),
    ((ACCOMPLICE, SLEEPER), 5): Rates(43.3, 56.7, 48.0),
    ((DAREDEVIL, DECOY), 5): Rates(43.0, 41.7, 15.7),
    ((DAREDEVIL, PARANOID), 5): Rates(52.7, 47.3),
    ((DAREDEVIL, PROF_NO), 5): Rates(95.0, 5.0),
    ((DAREDEVIL, SLEEPER), 5): Rates(51.7, 48.3),
    ((DAREDEVIL, WIRETAPPED), 5): Rates(40.0, 60.0),
    ((DECOY, PARANOID), 5): Rates(20.3, 49.0, 32.0),
    ((DECOY, PROF_NO), 5): Rates(40.0, 54.7, 12.0),
    ((DECOY, SLEEPER), 5): Rates(20.0, 53.7, 28.0),
    ((DECOY, WIRETAPPED), 5): Rates(11.0, 79.3, 9.7),
    ((PARANOID, PROF_NO), 5): Rates(58.3, 41.7),
    ((PARANOID, TIM_SHADY), 5): Rates(27.3, 72.7, 64.3),
    ((PARANOID, WIRETAPPED), 5): Rates(26.0, 74.0),
    ((PROF_NO, SLEEPER), 5): Rates(58.3, 41.7),
    ((PROF_NO, TIM_SHADY), 5): Rates(47.7, 52.3, 53.3),
    ((PROF_NO, WIRETAPPED), 5): Rates(27.7, 72.3),
    ((SLEEPER, WIRETAPPED), 5): Rates(27.0, 73.0),
    ((TIM_SHADY, WIRETAPPED), 5): Rates(16.0, 84.0, 74.3),
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
