"""How often each side wins at tables of `steady` bots, by line-up and number of seats: what is said of a hard one."""

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

HARD_BELOW = 20
"""A line-up is called hard for a side that wins fewer of 100 games."""


@dataclass(frozen=True, slots=True)
class Rates:
    """The percentages of games that the Agents, the Insider's side and, if there is one, the role on no side win."""

    agents: float
    insiders: float
    neutral: float | None = None

    def list_hard(self) -> Iterator[tuple[float, str]]:
        """Give the percentage of each side for which it is hard, and that side."""
        for side, rate in ((AGENTS, self.agents), (INSIDERS, self.insiders), (NEUTRAL, self.neutral)):
            if rate is not None and rate < HARD_BELOW:
                yield rate, side


MEASURED: Mapping[tuple[tuple[str, ...], int], Rates] = {
    ((), 2): Rates(53.0, 49.8),
    ((), 3): Rates(51.0, 49.0),
    ((), 4): Rates(54.3, 45.7),
    ((ACCOMPLICE, PROF_NO), 4): Rates(34.0, 66.0, 55.3),
    ((DAREDEVIL, TIM_SHADY), 4): Rates(51.3, 48.7, 60.0),
    ((PARANOID, SLEEPER), 4): Rates(51.3, 48.7),
    ((SLEEPER, TIM_SHADY), 4): Rates(25.7, 74.3, 72.7),
    ((ACCOMPLICE,), 4): Rates(47.3, 52.7, 53.3),
    ((DAREDEVIL,), 4): Rates(59.3, 40.7),
    ((DECOY,), 4): Rates(17.3, 49.0, 33.7),
    ((PARANOID,), 4): Rates(55.7, 44.3),
    ((PROF_NO,), 4): Rates(51.3, 48.7),
    ((SLEEPER,), 4): Rates(50.3, 49.7),
    ((TIM_SHADY,), 4): Rates(30.0, 70.0, 64.3),
    ((WIRETAPPED,), 4): Rates(18.0, 82.0),
    ((ACCOMPLICE, DAREDEVIL), 4): Rates(55.0, 45.0, 50.0),
    ((ACCOMPLICE, PARANOID), 4): Rates(54.3, 45.7, 55.3),
    ((ACCOMPLICE, SLEEPER), 4): Rates(44.3, 55.7, 55.0),
    ((DAREDEVIL, DECOY), 4): Rates(43.3, 43.0, 13.7),
    ((DAREDEVIL, PARANOID), 4): Rates(62.3, 37.7),
    ((DAREDEVIL, PROF_NO), 4): Rates(90.0, 10.0),
    ((DAREDEVIL, SLEEPER), 4): Rates(60.7, 39.3),
    ((DAREDEVIL, WIRETAPPED), 4): Rates(43.3, 56.7),
    ((DECOY, PARANOID), 4): Rates(22.3, 43.3, 34.3),
    ((DECOY, PROF_NO), 4): Rates(31.0, 65.7, 12.0),
    ((DECOY, SLEEPER), 4): Rates(13.7, 55.3, 34.0),
    ((DECOY, WIRETAPPED), 4): Rates(6.7, 85.0, 8.3),
    ((PARANOID, PROF_NO), 4): Rates(51.0, 49.0),
    ((PARANOID, TIM_SHADY), 4): Rates(32.3, 67.7, 69.7),
    ((PARANOID, WIRETAPPED), 4): Rates(21.0, 79.0),
    ((PROF_NO, SLEEPER), 4): Rates(48.7, 51.3),
    ((PROF_NO, TIM_SHADY), 4): Rates(35.3, 64.7, 56.3),
    ((PROF_NO, WIRETAPPED), 4): Rates(9.3, 90.7),
    ((SLEEPER, WIRETAPPED), 4): Rates(16.3, 83.7),
    ((TIM_SHADY, WIRETAPPED), 4): Rates(10.3, 89.7, 69.7),
    ((), 5): Rates(46.0, 54.0),
    ((ACCOMPLICE, PROF_NO), 5): Rates(51.7, 48.3, 58.7),
    ((DAREDEVIL, TIM_SHADY), 5): Rates(52.0, 48.0, 51.3),
    ((PARANOID, SLEEPER), 5): Rates(48.0, 52.0),
    ((SLEEPER, TIM_SHADY), 5): Rates(34.0, 66.0, 63.7),
    ((ACCOMPLICE,), 5): Rates(49.0, 51.0, 52.0),
    ((DAREDEVIL,), 5): Rates(52.7, 47.3),
    ((DECOY,), 5): Rates(22.3, 52.7, 25.0),
    ((PARANOID,), 5): Rates(49.0, 51.0),
    ((PROF_NO,), 5): Rates(56.7, 43.3),
    ((SLEEPER,), 5): Rates(45.3, 54.7),
    ((TIM_SHADY,), 5): Rates(33.0, 67.0, 61.0),
    ((WIRETAPPED,), 5): Rates(22.3, 77.7),
    ((ACCOMPLICE, DAREDEVIL), 5): Rates(59.0, 41.0, 55.3),
    ((ACCOMPLICE, PARANOID), 5): Rates(53.0, 47.0, 51.3),
    ((ACCOMPLICE, SLEEPER), 5): Rates(48.3, 51.7, 49.0),
    ((DAREDEVIL, DECOY), 5): Rates(51.0, 38.7, 10.3),
    ((DAREDEVIL, PARANOID), 5): Rates(59.3, 40.7),
    ((DAREDEVIL, PROF_NO), 5): Rates(95.0, 5.0),
    ((DAREDEVIL, SLEEPER), 5): Rates(58.0, 42.0),
    ((DAREDEVIL, WIRETAPPED), 5): Rates(46.7, 53.3),
    ((DECOY, PARANOID), 5): Rates(23.0, 50.3, 26.7),
    ((DECOY, PROF_NO), 5): Rates(47.7, 48.0, 10.3),
    ((DECOY, SLEEPER), 5): Rates(22.3, 52.3, 25.3),
    ((DECOY, WIRETAPPED), 5): Rates(11.3, 77.3, 11.3),
    ((PARANOID, PROF_NO), 5): Rates(59.7, 40.3),
    ((PARANOID, TIM_SHADY), 5): Rates(35.7, 64.3, 61.0),
    ((PARANOID, WIRETAPPED), 5): Rates(21.3, 78.7),
    ((PROF_NO, SLEEPER), 5): Rates(53.7, 46.3),
    ((PROF_NO, TIM_SHADY), 5): Rates(47.0, 53.0, 50.7),
    ((PROF_NO, WIRETAPPED), 5): Rates(32.3, 67.7),
    ((SLEEPER, WIRETAPPED), 5): Rates(20.7, 79.3),
    ((TIM_SHADY, WIRETAPPED), 5): Rates(16.7, 83.3, 74.7),
}
"""By special roles and number of seats: the table of `steady` bots in docs/balance.md, which says how it is made."""


def find_hard(roles: tuple[str, ...]) -> str | None:
    """Return for which side a line-up is hard: `agents`, or `agents 4` if at four seats alone; None if for no side.

    Where there are several, the one that wins least often is given, with the role on no side if it is hard for it, too,
    wherever special roles are dealt: `agents neutral`. Of house roles nothing was measured.
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
