"""How often each side wins, to warn hosts of hard line-ups."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from games.rules.insidejob.roles import (
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

# In per cent.
HARD_BELOW = 20


@dataclass(frozen=True, slots=True)
class Rates:
    """In per cent; `neutral` is None without a neutral role."""

    agents: float
    insiders: float
    neutral: float | None = None

    def list_hard(self) -> Iterator[tuple[float, str]]:
        for side, rate in ((AGENTS, self.agents), (INSIDERS, self.insiders), (NEUTRAL, self.neutral)):
            if rate is not None and rate < HARD_BELOW:
                yield rate, side


# Special roles and seats, among `steady` bots; see docs/balance.md.
MEASURED: Mapping[tuple[tuple[str, ...], int], Rates] = {
    ((), 2): Rates(54.7, 48.3),
    ((), 3): Rates(45.0, 55.0),
    ((), 4): Rates(49.7, 50.3),
    ((ACCOMPLICE, PROF_NO), 4): Rates(34.0, 66.0, 55.3),
    ((DAREDEVIL, TIM_SHADY), 4): Rates(47.7, 52.3, 61.7),
    ((PARANOID, SLEEPER), 4): Rates(47.0, 53.0),
    ((SLEEPER, TIM_SHADY), 4): Rates(21.7, 78.3, 69.7),
    ((ACCOMPLICE,), 4): Rates(47.3, 52.7, 52.0),
    ((DAREDEVIL,), 4): Rates(53.3, 46.7),
    ((DECOY,), 4): Rates(13.7, 48.0, 38.3),
    ((PARANOID,), 4): Rates(50.0, 50.0),
    ((PROF_NO,), 4): Rates(51.3, 48.7),
    ((SLEEPER,), 4): Rates(45.3, 54.7),
    ((TIM_SHADY,), 4): Rates(29.0, 71.0, 64.7),
    ((WIRETAPPED,), 4): Rates(14.0, 86.0),
    ((ACCOMPLICE, DAREDEVIL), 4): Rates(45.0, 55.0, 49.3),
    ((ACCOMPLICE, PARANOID), 4): Rates(47.3, 52.7, 56.3),
    ((ACCOMPLICE, SLEEPER), 4): Rates(39.7, 60.3, 57.3),
    ((DAREDEVIL, DECOY), 4): Rates(39.7, 42.3, 18.0),
    ((DAREDEVIL, PARANOID), 4): Rates(53.7, 46.3),
    ((DAREDEVIL, PROF_NO), 4): Rates(90.0, 10.0),
    ((DAREDEVIL, SLEEPER), 4): Rates(53.0, 47.0),
    ((DAREDEVIL, WIRETAPPED), 4): Rates(36.0, 64.0),
    ((DECOY, PARANOID), 4): Rates(18.3, 40.7, 41.0),
    ((DECOY, PROF_NO), 4): Rates(31.0, 65.7, 12.0),
    ((DECOY, SLEEPER), 4): Rates(15.7, 49.0, 38.7),
    ((DECOY, WIRETAPPED), 4): Rates(4.3, 87.0, 8.7),
    ((PARANOID, PROF_NO), 4): Rates(51.0, 49.0),
    ((PARANOID, TIM_SHADY), 4): Rates(25.3, 74.7, 68.7),
    ((PARANOID, WIRETAPPED), 4): Rates(18.3, 81.7),
    ((PROF_NO, SLEEPER), 4): Rates(48.7, 51.3),
    ((PROF_NO, TIM_SHADY), 4): Rates(35.3, 64.7, 56.3),
    ((PROF_NO, WIRETAPPED), 4): Rates(9.3, 90.7),
    ((SLEEPER, WIRETAPPED), 4): Rates(16.3, 83.7),
    ((TIM_SHADY, WIRETAPPED), 4): Rates(10.3, 89.7, 67.7),
    ((), 5): Rates(37.3, 62.7),
    ((ACCOMPLICE, PROF_NO), 5): Rates(51.7, 48.3, 58.7),
    ((DAREDEVIL, TIM_SHADY), 5): Rates(48.0, 52.0, 57.3),
    ((PARANOID, SLEEPER), 5): Rates(41.7, 58.3),
    ((SLEEPER, TIM_SHADY), 5): Rates(29.0, 71.0, 60.7),
    ((ACCOMPLICE,), 5): Rates(48.7, 51.3, 53.0),
    ((DAREDEVIL,), 5): Rates(52.3, 47.7),
    ((DECOY,), 5): Rates(17.3, 54.0, 28.7),
    ((PARANOID,), 5): Rates(46.3, 53.7),
    ((PROF_NO,), 5): Rates(56.7, 43.3),
    ((SLEEPER,), 5): Rates(44.0, 56.0),
    ((TIM_SHADY,), 5): Rates(28.7, 71.3, 66.0),
    ((WIRETAPPED,), 5): Rates(18.7, 81.3),
    ((ACCOMPLICE, DAREDEVIL), 5): Rates(55.7, 44.3, 48.7),
    ((ACCOMPLICE, PARANOID), 5): Rates(49.0, 51.0, 45.3),
    ((ACCOMPLICE, SLEEPER), 5): Rates(47.7, 52.3, 48.3),
    ((DAREDEVIL, DECOY), 5): Rates(45.0, 39.3, 15.7),
    ((DAREDEVIL, PARANOID), 5): Rates(55.0, 45.0),
    ((DAREDEVIL, PROF_NO), 5): Rates(95.0, 5.0),
    ((DAREDEVIL, SLEEPER), 5): Rates(53.3, 46.7),
    ((DAREDEVIL, WIRETAPPED), 5): Rates(41.0, 59.0),
    ((DECOY, PARANOID), 5): Rates(18.7, 50.3, 31.0),
    ((DECOY, PROF_NO), 5): Rates(47.7, 48.0, 10.3),
    ((DECOY, SLEEPER), 5): Rates(18.7, 56.3, 25.0),
    ((DECOY, WIRETAPPED), 5): Rates(5.7, 81.0, 13.3),
    ((PARANOID, PROF_NO), 5): Rates(59.7, 40.3),
    ((PARANOID, TIM_SHADY), 5): Rates(31.7, 68.3, 59.7),
    ((PARANOID, WIRETAPPED), 5): Rates(19.3, 80.7),
    ((PROF_NO, SLEEPER), 5): Rates(53.7, 46.3),
    ((PROF_NO, TIM_SHADY), 5): Rates(47.0, 53.0, 50.7),
    ((PROF_NO, WIRETAPPED), 5): Rates(32.3, 67.7),
    ((SLEEPER, WIRETAPPED), 5): Rates(18.0, 82.0),
    ((TIM_SHADY, WIRETAPPED), 5): Rates(14.3, 85.7, 73.7),
}


def find_hard(roles: tuple[str, ...]) -> str | None:
    """The side that wins least, such as `agents`, or `agents 4` if only at four seats.

    `agents neutral` if hard for a neutral role, too. House roles were not measured.
    """
    measured = {seats: MEASURED[roles, seats] for seats in SPECIAL_SEATS if (roles, seats) in MEASURED}
    hard = {seats: sorted(rates.list_hard()) for seats, rates in measured.items()}
    lowest = {seats: found[0] for seats, found in hard.items() if found}
    if not lowest:
        return None
    _, side = min(lowest.values())
    where = [seats for seats, found in lowest.items() if found[1] == side]
    if len(where) < len(SPECIAL_SEATS):
        return f"{side} {where[0]}"
    together = side != NEUTRAL and all(NEUTRAL in {other for _, other in found} for found in hard.values())
    return f"{side} {NEUTRAL}" if together else side
