"""How reliably somebody answers, made of their last decisions. Pure: values and questions.

Of each decision that all could know to be asked, one value is kept: the seconds that the answer took by the table's
clock, `SEALED` for one among sealed choices, whose time is nobody's business, and `MISSED` where the clock or a
stand-in had to answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median_high

from games.clock.table_clock import DAY, HOUR, MINUTE

MISSED, SEALED = -1, -2
KEPT = 20
"""How many decisions are looked at: the last ones."""
NEW_BELOW = 10
"""With fewer decisions than that somebody is new."""
IN_TIME = 0.9
"""The share of answers in time that a table may ask for."""
STEPS = (MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY)
"""What times are rounded up to, in seconds: nobody's habits are told by the minute."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """What is said of somebody's last decisions."""

    asked: int
    """How many decisions are known."""
    answered: int
    """How many of them they answered themselves, in time."""
    usual: int | None
    """The seconds within which they usually answer, one of `STEPS`; None where no time is known."""

    @property
    def is_new(self) -> bool:
        """Whether too little is known to be told."""
        return self.asked < NEW_BELOW

    @property
    def is_in_time(self) -> bool:
        """Whether they may sit at a table that asks for answers in time: newcomers may."""
        return self.is_new or self.answered >= IN_TIME * self.asked


def add_answers(kept: Sequence[int], new: Sequence[int]) -> list[int]:
    """Return the last decisions once a game is over in which `new` were asked, the latest last."""
    return [*kept, *new][-KEPT:]


def judge(answers: Sequence[int]) -> Reliability:
    """Return what is said of somebody's last decisions."""
    times = [answer for answer in answers if answer >= 0]
    usual = median_high(times) if times else None
    return Reliability(
        asked=len(answers),
        answered=sum(answer != MISSED for answer in answers),
        usual=None if usual is None else next((step for step in STEPS if usual <= step), STEPS[-1]),
    )
