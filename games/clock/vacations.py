"""Limits how long a table waits for vacations.

Each seat has a budget per year, which is spent by as much as deadlines move. So there is a maximum even if vacations
end early and start again (decision 16).
"""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta

from accounts.availability.vacations import ALLOWANCE
from accounts.availability.waking_hours import DAY, NOTHING

PER_YEAR = (ALLOWANCE + 1) * DAY
"""The most a table waits for one player in a year: all vacation days, and one day more for clock changes and nights."""

Waited = Mapping[int, timedelta]
"""How long the table has waited for a player's vacations, by year."""


def find_left(waited: Waited, year: int) -> timedelta:
    return max(NOTHING, PER_YEAR - waited.get(year, NOTHING))


def find_latest(
    moment: datetime,
    year: int,
    everybody: Collection[Waited],
    changes: Callable[[datetime], timedelta] = lambda end: NOTHING,
) -> datetime:
    """Return when a deadline ends at the latest, if all players take their whole vacation budget from `year` on.

    Each year that is reached adds a budget, and `changes` adds time that depends on the end.
    """
    latest = moment
    while True:
        latest += sum((find_left(waited, year) for waited in everybody), NOTHING)
        end = latest + changes(latest)
        if end.year <= year or not everybody:
            return end
        year += 1


def spend(waited: Waited, time: timedelta, year: int) -> Waited:
    """Add time that the table waited, year by year, as far as each year's budget goes."""
    spent = dict(waited)
    while time > NOTHING:
        part = min(time, find_left(spent, year))
        spent[year] = spent.get(year, NOTHING) + part
        time, year = time - part, year + 1
    return spent


def give_back(waited: Waited, time: timedelta) -> Waited:
    kept = dict(waited)
    for year in sorted(waited, reverse=True):
        part = min(time, kept[year])
        kept[year], time = kept[year] - part, time - part
    return kept
