"""Weekly times and seasons. Pure: callers pass the time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

WEEK = timedelta(days=7)
SEASON_MONTHS = 3
"""The length of a season unless the owner of the circle chooses another.

It is not stored, so another value would move the seasons of old circles, too, and the stored results of past seasons
would no longer fit. Store this value in `Circle.seasons` of circles that have none before you change it.
"""
MAX_SEASON_MONTHS = 12


@dataclass(frozen=True, slots=True)
class Weekly:
    """A day of the week, with Monday as 0, and a time of day in a time zone."""

    weekday: int
    at: time
    zone: str

    def find_next(self, after: datetime) -> datetime:
        day = after.astimezone(ZoneInfo(self.zone)).date()
        day += timedelta(days=(self.weekday - day.weekday()) % 7)
        moment = self.find_moment(day)
        return moment if moment > after else self.find_moment(day + WEEK)

    def find_moment(self, day: date) -> datetime:
        """Return the moment on `day`.

        If clock changes skip the time, it is the first moment after. If the time comes twice, the first one counts.
        """
        return datetime.combine(day, self.at, ZoneInfo(self.zone)).astimezone(UTC)


@dataclass(frozen=True, slots=True)
class Season:
    """Whole months in UTC, so that a season is the same for all members. `end` is exclusive."""

    first: date
    end: date

    @property
    def last(self) -> date:
        return self.end - timedelta(days=1)

    @property
    def code(self) -> str:
        """The first month of the season, such as `2026-10`."""
        return f"{self.first:%Y-%m}"

    @property
    def span(self) -> tuple[datetime, datetime]:
        begin, end = (datetime.combine(day, time(), UTC) for day in (self.first, self.end))
        return begin, end

    def contains(self, day: date) -> bool:
        return self.first <= day < self.end


Lengths = Sequence[tuple[date, int]]
"""Pairs of a day and a number of months: from that day on a season has so many months. Sorted and never empty."""


def list_seasons(lengths: Lengths, until: date) -> Iterator[Season]:
    """Yield the seasons up to the one that contains `until`. Each length starts where a season ends."""
    first = lengths[0][0]
    while first <= until:
        months = [months for since, months in lengths if since <= first][-1]
        season = Season(first, _add_months(first, months))
        yield season
        first = season.end


def find_season(lengths: Lengths, day: date) -> Season | None:
    return next((season for season in list_seasons(lengths, day) if season.contains(day)), None)


def change_length(lengths: Lengths, months: int, today: date) -> list[tuple[date, int]]:
    """Return `lengths` with a new length that applies once the current season is over."""
    *_, running = list_seasons(lengths, max(today, lengths[0][0]))
    kept = [(since, length) for since, length in lengths if since < running.end]
    return kept if kept[-1][1] == months else [*kept, (running.end, months)]


def _add_months(day: date, months: int) -> date:
    """Return the first of a later month; `day` is the first of a month."""
    count = 12 * day.year + day.month - 1 + months
    return date(count // 12, count % 12 + 1, 1)
