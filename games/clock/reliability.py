"""How reliably a player answers, from recent public decisions: the seconds of each answer by the table's clock;
`SEALED` for a sealed choice, as its time is private; `MISSED` if the clock or a stand-in answered.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median_high

from games.clock.table_clock import DAY, HOUR, MINUTE

MISSED, SEALED = -1, -2
KEPT = 20
NEW_BELOW = 10
"""Decisions."""
IN_TIME = 0.9
"""Share of answers that a table may ask for."""
STEPS = (MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY)
"""Seconds to round up to: habits are not shown by the minute."""


@dataclass(frozen=True, slots=True)
class Reliability:
    asked: int
    answered: int
    """Themselves, in time."""
    usual: int | None
    """Seconds, one of `STEPS`; None if no time is known."""

    @property
    def is_new(self) -> bool:
        return self.asked < NEW_BELOW

    @property
    def is_in_time(self) -> bool:
        """New players may join too."""
        return self.is_new or self.answered >= IN_TIME * self.asked


def add_answers(kept: Sequence[int], new: Sequence[int]) -> list[int]:
    return [*kept, *new][-KEPT:]


def judge(answers: Sequence[int]) -> Reliability:
    times = [answer for answer in answers if answer >= 0]
    usual = median_high(times) if times else None
    return Reliability(
        asked=len(answers),
        answered=sum(answer != MISSED for answer in answers),
        usual=None if usual is None else next((step for step in STEPS if usual <= step), STEPS[-1]),
    )
