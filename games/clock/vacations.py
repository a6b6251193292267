"""How long a table waits for holidays: so much for each seat in a year. Pure: values and questions.

What is counted is the time by which a due time is later for them, by the wall clock. So what a table still waits at
most is known, whatever is taken, ended early and taken again (decision 16).
"""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta

from accounts.availability.vacations import ALLOWANCE
from accounts.availability.waking_hours import DAY, NOTHING

PER_YEAR = (ALLOWANCE + 1) * DAY
"""What is waited for one seat in a year: all the days, and one for changed clocks and the nights after a holiday."""

Waited = Mapping[int, timedelta]
"""By year, how long a table has waited for one seat."""


def find_left(waited: Waited, year: int) -> timedelta:
    """Return how much longer a seat may be waited for in a year."""
    return max(NOTHING, PER_YEAR - waited.get(year, NOTHING))


def find_latest(
    moment: datetime,
    year: int,
    everybody: Collection[Waited],
    changes: Callable[[datetime], timedelta] = lambda end: NOTHING,
) -> datetime:
    """Return what `moment` becomes at the latest if from a `year` on all are waited for as long as they may be.

    Each year that is reached brings days of its own; `changes` says what comes on top, if it lasts until some end.
    """
    latest = moment
    while True:
        latest += sum((find_left(waited, year) for waited in everybody), NOTHING)
        end = latest + changes(latest)
        if end.year <= year or not everybody:
            return end
        year += 1


def spend(waited: Waited, time: timedelta, year: int) -> Waited:
    """Return what a seat was waited for after `time` more: in a year as far as it goes, then in the next."""
    spent = dict(waited)
    while time > NOTHING:
        part = min(time, find_left(spent, year))
        spent[year] = spent.get(year, NOTHING) + part
        time, year = time - part, year + 1
    return spent


def give_back(waited: Waited, time: timedelta) -> Waited:
    """Return what a seat was waited for, less `time` that was not needed: the latest first."""
    kept = dict(waited)
    for year in sorted(waited, reverse=True):
        part = min(time, kept[year])
        kept[year], time = kept[year] - part, time - part
    return kept
