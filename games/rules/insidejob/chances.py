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
    ((), 2): Rates(54.7, 46.8),
    ((), 3): Rates(34.7, 65.3),
    ((), 4): Rates(42.7, 57.3),
    ((ACCOMPLICE, PROF_NO), 4): Rates(37.0, 63.0, 58.3),
    ((DAREDEVIL, TIM_SHADY), 4): Rates(46.7, 53.3, 62.0),
    ((PARANOID, SLEEPER), 4): Rates(42.0, 58.0),
    ((SLEEPER, TIM_SHADY), 4): Rates(24.0, 76.0, 66.0),
    ((ACCOMPLICE,), 4): Rates(35.7, 64.3, 48.3),
    ((DAREDEVIL,), 4): Rates(50.3, 49.7),
    ((DECOY,), 4): Rates(15.3, 54.7, 30.0),
    ((PARANOID,), 4): Rates(43.7, 56.3),
    ((PROF_NO,), 4): Rates(51.7, 48.3),
    ((SLEEPER,), 4): Rates(38.3, 61.7),
    ((TIM_SHADY,), 4): Rates(23.3, 76.7, 67.7),
    ((WIRETAPPED,), 4): Rates(18.7, 81.3),
    ((ACCOMPLICE, DAREDEVIL), 4): Rates(55.3, 44.7, 50.3),
    ((ACCOMPLICE, PARANOID), 4): Rates(45.0, 55.0, 52.0),
    ((ACCOMPLICE, SLEEPER), 4): Rates(37.7, 62.3, 51.3),
    ((DAREDEVIL, DECOY), 4): Rates(43.0, 44.0, 13.0),
    ((DAREDEVIL, PARANOID), 4): Rates(51.3, 48.7),
    ((DAREDEVIL, PROF_NO), 4): Rates(91.0, 9.0),
    ((DAREDEVIL, SLEEPER), 4): Rates(51.3, 48.7),
    ((DAREDEVIL, WIRETAPPED), 4): Rates(43.3, 56.7),
    ((DECOY, PARANOID), 4): Rates(17.0, 47.7, 35.3),
    ((DECOY, PROF_NO), 4): Rates(30.0, 64.7, 11.0),
    ((DECOY, SLEEPER), 4): Rates(15.3, 55.0, 33.0),
    ((DECOY, WIRETAPPED), 4): Rates(7.0, 86.0, 7.0),
    ((PARANOID, PROF_NO), 4): Rates(53.0, 47.0),
    ((PARANOID, TIM_SHADY), 4): Rates(28.3, 71.7, 63.0),
    ((PARANOID, WIRETAPPED), 4): Rates(17.0, 83.0),
    ((PROF_NO, SLEEPER), 4): Rates(49.7, 50.3),
    ((PROF_NO, TIM_SHADY), 4): Rates(34.7, 65.3, 59.7),
    ((PROF_NO, WIRETAPPED), 4): Rates(11.3, 88.7),
    ((SLEEPER, WIRETAPPED), 4): Rates(15.0, 85.0),
    ((TIM_SHADY, WIRETAPPED), 4): Rates(11.0, 89.0, 68.3),
    ((), 5): Rates(38.0, 62.0),
    ((ACCOMPLICE, PROF_NO), 5): Rates(50.0, 50.0, 57.7),
    ((DAREDEVIL, TIM_SHADY), 5): Rates(55.0, 45.0, 53.7),
    ((PARANOID, SLEEPER), 5): Rates(41.3, 58.7),
    ((SLEEPER, TIM_SHADY), 5): Rates(25.0, 75.0, 69.3),
    ((ACCOMPLICE,), 5): Rates(38.0, 62.0, 45.7),
    ((DAREDEVIL,), 5): Rates(54.3, 45.7),
    ((DECOY,), 5): Rates(17.0, 55.7, 27.3),
    ((PARANOID,), 5): Rates(38.0, 62.0),
    ((PROF_NO,), 5): Rates(61.0, 39.0),
    ((SLEEPER,), 5): Rates(32.7, 67.3),
    ((TIM_SHADY,), 5): Rates(24.7, 75.3, 67.3),
    ((WIRETAPPED,), 5): Rates(20.0, 80.0),
    ((ACCOMPLICE, DAREDEVIL), 5): Rates(48.7, 51.3, 49.0),
    ((ACCOMPLICE, PARANOID), 5): Rates(42.7, 57.3, 46.3),
    ((ACCOMPLICE, SLEEPER), 5): Rates(39.0, 61.0, 45.0),
    ((DAREDEVIL, DECOY), 5): Rates(49.3, 40.7, 10.0),
    ((DAREDEVIL, PARANOID), 5): Rates(49.3, 50.7),
    ((DAREDEVIL, PROF_NO), 5): Rates(95.7, 4.3),
    ((DAREDEVIL, SLEEPER), 5): Rates(51.0, 49.0),
    ((DAREDEVIL, WIRETAPPED), 5): Rates(46.3, 53.7),
    ((DECOY, PARANOID), 5): Rates(18.3, 53.3, 28.3),
    ((DECOY, PROF_NO), 5): Rates(47.0, 50.7, 8.0),
    ((DECOY, SLEEPER), 5): Rates(17.3, 60.3, 22.3),
    ((DECOY, WIRETAPPED), 5): Rates(8.7, 75.3, 16.0),
    ((PARANOID, PROF_NO), 5): Rates(61.0, 39.0),
    ((PARANOID, TIM_SHADY), 5): Rates(22.0, 78.0, 70.0),
    ((PARANOID, WIRETAPPED), 5): Rates(23.3, 76.7),
    ((PROF_NO, SLEEPER), 5): Rates(55.0, 45.0),
    ((PROF_NO, TIM_SHADY), 5): Rates(46.7, 53.3, 50.3),
    ((PROF_NO, WIRETAPPED), 5): Rates(35.7, 64.3),
    ((SLEEPER, WIRETAPPED), 5): Rates(21.0, 79.0),
    ((TIM_SHADY, WIRETAPPED), 5): Rates(11.7, 88.3, 73.7),
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
