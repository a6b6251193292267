"""Holidays: the days on which somebody is away, and how many of a year. Pure: who asks says what time it is."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from accounts.availability.waking_hours import DAY, Span

ALLOWANCE = 28
"""So many days of each calendar year may be taken."""
MAX_AHEAD = timedelta(days=365)
"""So far ahead a holiday may begin at most."""


class HolidayError(ValueError):
    """Why days cannot be taken, and what to say of it.

    The code is "backwards", "past", "far", "overlap", "too_many" or "too_often".
    """

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code, self.params = code, params


@dataclass(frozen=True, slots=True)
class Holiday:
    """Whole days from `first` to `last`, by the clocks of a zone. One ended early lasts until `ended_at`."""

    first: date
    last: date
    zone: str
    ended_at: datetime | None = None

    @property
    def span(self) -> Span:
        """From when until when one is away."""
        end = find_midnight(self.last + DAY, self.zone)
        return find_midnight(self.first, self.zone), min(end, self.ended_at or end)

    @property
    def back(self) -> date:
        """The day on which one is back."""
        return self.last + DAY

    def count_days(self, year: int) -> int:
        """Return how many of the days belong to a year."""
        first, last = max(self.first, date(year, 1, 1)), min(self.last, date(year, 12, 31))
        return max(0, (last - first).days + 1)

    def overlaps(self, other: "Holiday") -> bool:
        """Tell whether the two have a day in common."""
        return self.first <= other.last and other.first <= self.last


Holidays = Sequence[Holiday]


def find_midnight(day: date, zone: str) -> datetime:
    """Return when a day begins in a zone."""
    return datetime.combine(day, time(), ZoneInfo(zone)).astimezone(UTC)


def find_today(now: datetime, zone: str) -> date:
    """Return which day it is in a zone."""
    return now.astimezone(ZoneInfo(zone)).date()


def count_left(holidays: Iterable[Holiday], year: int) -> int:
    """Return how many days of a year may still be taken."""
    return max(0, ALLOWANCE - sum(holiday.count_days(year) for holiday in holidays))


def find_current(holidays: Iterable[Holiday], now: datetime) -> Holiday | None:
    """Return the holiday that one is on."""
    return next((holiday for holiday in holidays if holiday.span[0] <= now < holiday.span[1]), None)


def list_coming(holidays: Iterable[Holiday], now: datetime) -> list[Holiday]:
    """Return the holidays that are not over, the next one first."""
    return sorted((holiday for holiday in holidays if now < holiday.span[1]), key=lambda holiday: holiday.first)


def take(holidays: Holidays, new: Holiday, now: datetime) -> Holidays:
    """Return the holidays with a new one. Those of years that are over for good are dropped.

    Raises `HolidayError`.
    """
    today = find_today(now, new.zone)
    if new.last < new.first:
        raise HolidayError("backwards")
    if new.first < today:
        raise HolidayError("past")
    if new.first > today + MAX_AHEAD or new.last > new.first + 2 * MAX_AHEAD:
        raise HolidayError("far")
    if any(new.overlaps(other) for other in holidays):
        raise HolidayError("overlap")
    for year in (new.first.year, new.last.year):
        if new.count_days(year) > (left := count_left(holidays, year)):
            raise HolidayError("too_many", year=year, left=left)
    return [*(other for other in holidays if other.last.year >= today.year - 1), new]


def end(holidays: Holidays, first: date, now: datetime) -> Holidays:
    """Return the holidays after the one from `first` on was ended or, before it has begun, cancelled.

    Today is spent, what lies ahead is not. One that is over, or is none, changes nothing.
    """
    return [ended for holiday in holidays for ended in ([holiday] if holiday.first != first else cut(holiday, now))]


def cut(holiday: Holiday, now: datetime) -> Holidays:
    """Return what remains of a holiday that is ended now."""
    begins, ends = holiday.span
    if now < begins:
        return []
    if now >= ends:
        return [holiday]
    return [replace(holiday, last=min(holiday.last, find_today(now, holiday.zone)), ended_at=now)]


def dump_holidays(holidays: Iterable[Holiday]) -> list[dict[str, str]]:
    """Return holidays as they are stored."""
    return [
        {
            "first": holiday.first.isoformat(),
            "last": holiday.last.isoformat(),
            "zone": holiday.zone,
            "ended": holiday.ended_at.isoformat() if holiday.ended_at else "",
        }
        for holiday in holidays
    ]


def load_holidays(stored: Iterable[Mapping[str, str]]) -> tuple[Holiday, ...]:
    """Return holidays from how they are stored, the earliest first."""
    loaded = (
        Holiday(
            date.fromisoformat(row["first"]),
            date.fromisoformat(row["last"]),
            row["zone"],
            datetime.fromisoformat(row["ended"]) if row["ended"] else None,
        )
        for row in stored
    )
    return tuple(sorted(loaded, key=lambda holiday: holiday.first))
