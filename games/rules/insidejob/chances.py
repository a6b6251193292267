"""How often each side wins at tables of `steady` bots with a special role: what is said of one that is uneven."""

from collections.abc import Mapping
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
    TIM_SHADY,
    WIRETAPPED,
)

FAIR = range(15, 81)
"""The percentages of games won that go without saying."""


@dataclass(frozen=True, slots=True)
class Rates:
    """The percentages of games that the Agents, the Insider's side and, if there is one, the role on no side win."""

    agents: float
    insiders: float
    neutral: float | None = None

    def list_uneven(self) -> Mapping[str, float]:
        """Return by side the percentages that are not `FAIR`."""
        rates = {AGENTS: self.agents, INSIDERS: self.insiders, NEUTRAL: self.neutral}
        return {side: rate for side, rate in rates.items() if rate is not None and not FAIR[0] <= rate <= FAIR[-1]}


MEASURED: Mapping[tuple[str, int], Rates] = {
    (WIRETAPPED, 4): Rates(18.9, 81.1),
    (PARANOID, 4): Rates(44.2, 55.8),
    (DAREDEVIL, 4): Rates(51.9, 48.1),
    (DECOY, 4): Rates(13.2, 55.8, 31.0),
    (ACCOMPLICE, 4): Rates(40.6, 59.4, 50.3),
    (TIM_SHADY, 4): Rates(23.7, 76.3, 68.8),
    (SLEEPER, 4): Rates(41.1, 58.9),
    (PROF_NO, 4): Rates(55.9, 44.1),
    (WIRETAPPED, 5): Rates(19.5, 80.5),
    (PARANOID, 5): Rates(41.3, 58.7),
    (DAREDEVIL, 5): Rates(52.7, 47.3),
    (DECOY, 5): Rates(18.4, 52.3, 29.3),
    (ACCOMPLICE, 5): Rates(40.1, 59.9, 47.9),
    (TIM_SHADY, 5): Rates(27.2, 72.8, 63.4),
    (SLEEPER, 5): Rates(37.0, 63.0),
    (PROF_NO, 5): Rates(61.5, 38.5),
}
"""By special role and number of seats: the table of docs/bots.md, which says how it was measured."""


def find_uneven(role: str) -> tuple[int, str, int] | None:
    """Return at how many seats a special role is uneven, for which side, and how often that wins; None if it is fair.

    Where there are several, the one that wins least often is given.
    """
    uneven = [
        (round(rate), seats, side)
        for (special, seats), rates in MEASURED.items()
        if special == role
        for side, rate in rates.list_uneven().items()
    ]
    if not uneven:
        return None
    rate, seats, side = min(uneven)
    return seats, side, rate
