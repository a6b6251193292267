"""Weekly times and seasons. Pure: callers pass the time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

WEEK = timedelta(days=7)
SEASON_MONTHS = 3
"""Unless the owner of a circle says otherwise."""
MAX_SEASON_MONTHS = 12


@dataclass(frozen=True, slots=True)
class Weekly:
    """Monday is 0."""

    weekday: int
    at: time
    zone: str

    def find_next(self, after: datetime) -> datetime:
        day = after.astimezone(ZoneInfo(self.zone)).date()
        day += timedelta(days=(self.weekday - day.weekday()) % 7)
        moment = self.find_moment(day)
        return moment if moment > after else self.find_moment(day + WEEK)

    def find_moment(self, day: date) -> datetime:
        """A skipped time moves forward; of two the first counts."""
        return datetime.combine(day, self.at, ZoneInfo(self.zone)).astimezone(UTC)


@dataclass(frozen=True, slots=True)
class Season:
    """Whole months in UTC, so it is the same for all members. `end` is exclusive."""

    first: date
    end: date

    @property
    def last(self) -> date:
        return self.end - timedelta(days=1)

    @property
    def code(self) -> str:
        """Its first month: `2026-10`."""
        return f"{self.first:%Y-%m}"

    @property
    def span(self) -> tuple[datetime, datetime]:
        begin, end = (datetime.combine(day, time(), UTC) for day in (self.first, self.end))
        return begin, end

    def contains(self, day: date) -> bool:
        return self.first <= day < self.end


Lengths = Sequence[tuple[date, int]]
"""From which day on seasons have how many months; sorted, never empty."""


def list_seasons(lengths: Lengths, until: date) -> Iterator[Season]:
    """Up to the one that contains `until`. Each length starts where a season ends."""
    first = lengths[0][0]
    while first <= until:
        months = [months for since, months in lengths if since <= first][-1]
        season = Season(first, add_months(first, months))
        yield season
        first = season.end


def find_season(lengths: Lengths, day: date) -> Season | None:
    return next((season for season in list_seasons(lengths, day) if season.contains(day)), None)


def change_length(lengths: Lengths, months: int, today: date) -> list[tuple[date, int]]:
    """`months` applies once the current season is over."""
    *_, running = list_seasons(lengths, max(today, lengths[0][0]))
    kept = [(since, length) for since, length in lengths if since < running.end]
    return kept if kept[-1][1] == months else [*kept, (running.end, months)]


def add_months(day: date, months: int) -> date:
    """`day` is the first of a month."""
    count = 12 * day.year + day.month - 1 + months
    return date(count // 12, count % 12 + 1, 1)
