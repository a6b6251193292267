"""Vacations. Pure: callers pass the time."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from accounts.availability.waking_hours import DAY, Span

ALLOWANCE = 28
"""Vacation days per calendar year."""
MAX_AHEAD = timedelta(days=365)
"""How far ahead a vacation may begin."""
MAX_DROPPED = 20
"""How many dropped vacations are kept."""


class VacationError(ValueError):
    """Raised for a vacation that cannot be taken.

    The code is "backwards", "past", "far", "overlap", "too_many" or "too_often".
    """

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code, self.params = code, params


@dataclass(frozen=True, slots=True)
class Vacation:
    first: date
    last: date
    zone: str
    ended_at: datetime | None = None
    announced_at: datetime | None = None
    """None for vacations taken before this was stored."""
    dropped_at: datetime | None = None
    """When it was cancelled, or the rest of one that was ended. Deadlines of questions asked before waited for it."""

    @property
    def span(self) -> Span:
        end = _find_midnight(self.last + DAY, self.zone)
        return _find_midnight(self.first, self.zone), min(end, self.ended_at or end)

    @property
    def back(self) -> date:
        return self.last + DAY

    @property
    def is_dropped(self) -> bool:
        return self.dropped_at is not None

    def is_known_at(self, moment: datetime) -> bool:
        """Whether the deadline of a question that was asked at that moment waits for it."""
        is_announced = self.announced_at is None or self.announced_at <= moment
        return is_announced and (self.dropped_at is None or moment < self.dropped_at)

    def count_days(self, year: int) -> int:
        if self.is_dropped:
            return 0
        first, last = max(self.first, date(year, 1, 1)), min(self.last, date(year, 12, 31))
        return max(0, (last - first).days + 1)

    def overlaps(self, other: "Vacation") -> bool:
        return self.first <= other.last and other.first <= self.last


Vacations = Sequence[Vacation]


def _find_midnight(day: date, zone: str) -> datetime:
    return datetime.combine(day, time(), ZoneInfo(zone)).astimezone(UTC)


def find_today(now: datetime, zone: str) -> date:
    return now.astimezone(ZoneInfo(zone)).date()


def count_left(vacations: Iterable[Vacation], year: int) -> int:
    return max(0, ALLOWANCE - sum(vacation.count_days(year) for vacation in vacations))


def find_current(vacations: Iterable[Vacation], now: datetime) -> Vacation | None:
    return next((vacation for vacation in vacations if vacation.span[0] <= now < vacation.span[1]), None)


def list_coming(vacations: Iterable[Vacation], now: datetime) -> list[Vacation]:
    return sorted((vacation for vacation in vacations if now < vacation.span[1]), key=lambda vacation: vacation.first)


def list_away(vacations: Vacations, asked_at: datetime) -> list[Span]:
    """Return when a user was away, as far as the deadline of a question asked at that moment waited for it.

    If a vacation was moved after the question, these are the days of the new one that the old one had, too.
    """
    known = [vacation.span for vacation in vacations if vacation.is_known_at(asked_at)]
    taken = [vacation.span for vacation in vacations if not vacation.is_dropped]
    shared = ((max(begin, start), min(end, stop)) for begin, end in taken for start, stop in known)
    return sorted({(begin, end) for begin, end in shared if begin < end})


def take(vacations: Vacations, new: Vacation, now: datetime) -> Vacations:
    """Add a vacation, and forget those before last year. Raises `VacationError`.

    `vacations` may have dropped ones, which count for nothing here.
    """
    today = find_today(now, new.zone)
    if new.last < new.first:
        raise VacationError("backwards")
    if new.first < today:
        raise VacationError("past")
    if new.first > today + MAX_AHEAD or new.last > new.first + 2 * MAX_AHEAD:
        raise VacationError("far")
    if any(new.overlaps(other) for other in vacations if not other.is_dropped):
        raise VacationError("overlap")
    for year in range(new.first.year, new.last.year + 1):
        if new.count_days(year) > (left := count_left(vacations, year)):
            raise VacationError("too_many", year=year, left=left)
    return [*(other for other in vacations if other.last.year >= today.year - 1), new]


def end(vacations: Vacations, first: date, now: datetime) -> Vacations:
    """End the vacation that begins on `first`, or cancel it if it has not begun.

    Today counts as taken, later days do not. They are kept as dropped.
    """
    left: list[Vacation] = []
    for vacation in vacations:
        left += [vacation] if vacation.is_dropped or vacation.first != first else _cut(vacation, now)
    dropped = sorted((each.dropped_at for each in left if each.dropped_at), reverse=True)[:MAX_DROPPED]
    return [each for each in left if each.dropped_at is None or each.dropped_at >= dropped[-1]]


def _cut(vacation: Vacation, now: datetime) -> Vacations:
    begins, ends = vacation.span
    if now < begins:
        return [replace(vacation, dropped_at=now)]
    if now >= ends:
        return [vacation]
    cut = replace(vacation, last=min(vacation.last, find_today(now, vacation.zone)), ended_at=now)
    rest = replace(vacation, first=cut.back, dropped_at=now)
    return [cut, rest] if rest.first <= rest.last else [cut]


def dump_vacations(vacations: Iterable[Vacation]) -> list[dict[str, str]]:
    return [
        {
            "first": vacation.first.isoformat(),
            "last": vacation.last.isoformat(),
            "zone": vacation.zone,
            "ended": vacation.ended_at.isoformat() if vacation.ended_at else "",
            "announced": vacation.announced_at.isoformat() if vacation.announced_at else "",
            "dropped": vacation.dropped_at.isoformat() if vacation.dropped_at else "",
        }
        for vacation in vacations
    ]


def load_vacations(stored: Iterable[Mapping[str, str]]) -> tuple[Vacation, ...]:
    """Return what is stored, the first one first."""
    loaded = (
        Vacation(
            date.fromisoformat(row["first"]),
            date.fromisoformat(row["last"]),
            row["zone"],
            datetime.fromisoformat(row["ended"]) if row["ended"] else None,
            datetime.fromisoformat(row["announced"]) if row.get("announced") else None,
            datetime.fromisoformat(row["dropped"]) if row.get("dropped") else None,
        )
        for row in stored
    )
    return tuple(sorted(loaded, key=lambda vacation: vacation.first))
