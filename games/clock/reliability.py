"""Measures how reliably a player answers, from recent public decisions.

For each decision a number is stored: the seconds of the answer by the table's clock, `SEALED` for a sealed choice
because its time is private, or `MISSED` if the clock or a stand-in answered.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median_high

from games.clock.table_clock import DAY, HOUR, MINUTE

MISSED, SEALED = -1, -2
KEPT = 20
NEW_BELOW = 10
"""Players with fewer answered decisions than this count as new."""
IN_TIME = 0.9
"""The share of answers in time that a table may ask of players who sit down."""
STEPS = (MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY)
"""Times are rounded up to one of these numbers of seconds, so that habits are not shown by the minute."""


@dataclass(frozen=True, slots=True)
class Reliability:
    asked: int
    answered: int
    """How many decisions the player answered themselves, in time."""
    usual: int | None
    """The usual time for an answer in seconds, one of `STEPS`; None if it is not known."""

    @property
    def is_new(self) -> bool:
        return self.asked < NEW_BELOW

    @property
    def is_in_time(self) -> bool:
        """Whether a player may join a table that asks for answers in time. New players may, too."""
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
