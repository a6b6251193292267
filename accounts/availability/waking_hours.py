"""Waking hours: deadlines only count these. Pure: callers pass the time."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from itertools import count, takewhile
from zoneinfo import ZoneInfo

DAY, WEEK = timedelta(days=1), timedelta(days=7)
NOTHING = timedelta(0)
WAKES_AT, SLEEPS_AT = 7, 23
"""The default waking hours, as hours of the day."""
SHORTEST = 8
"""The fewest waking hours a day that a user may set."""
FOR_EVER = datetime.max.replace(tzinfo=UTC)

Span = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class Hours:
    """When a user is awake.

    If `closes` is earlier than `opens`, the user is awake past midnight, and if both are equal, all day. `away` has the
    vacations in order; the user never counts as awake during one.
    """

    zone: str = "UTC"
    opens: int = 0
    closes: int = 0
    away: tuple[Span, ...] = ()

    @property
    def day(self) -> timedelta:
        return timedelta(hours=(self.closes - self.opens) % 24 or 24)

    @property
    def at_home(self) -> "Hours":
        return replace(self, away=()) if self.away else self

    def scale(self, time: timedelta) -> timedelta:
        """Convert a table's time to waking time: a day becomes one waking day."""
        days, rest = divmod(time, DAY)
        return days * self.day + min(rest, self.day)

    def share(self, awake: timedelta) -> timedelta:
        """Convert waking time back to a table's time, for whole days. It is the inverse of `scale`."""
        return awake / self.day * DAY

    def add(self, moment: datetime, awake: timedelta) -> datetime:
        """Return when `awake` has passed since `moment`."""
        for begin, end in self.list_spans(moment):
            if end - begin >= awake:
                return begin + awake
            awake -= end - begin
        raise AssertionError("there is always another day")

    def take(self, moment: datetime, awake: timedelta) -> datetime:
        """Return when `awake` began, counted back from `moment`."""
        first = moment - (awake // self.day + 2) * DAY - sum((end - begin for begin, end in self.away), NOTHING)
        for begin, end in reversed([*takewhile(lambda span: span[0] < moment, self.list_spans(first))]):
            since = min(end, moment) - begin
            if since >= awake:
                return begin + since - awake
            awake -= since
        return first

    def count(self, since: datetime, until: datetime) -> timedelta:
        spans = takewhile(lambda span: span[0] < until, self.list_spans(since))
        return sum((min(end, until) - begin for begin, end in spans), NOTHING)

    def bound(self, awake: timedelta, times: int) -> timedelta:
        """Return the longest time that `awake` can take if it is split into `times` parts.

        Each part may start at bedtime and so include a night. Clock changes are not included; add `bound_changes` for
        these.
        """
        return self.share(awake) + times * (DAY - self.day)

    def bound_changes(self, since: datetime, until: datetime) -> timedelta:
        night = DAY - self.day
        changes = [abs(shift) + night for shift in _list_shifts(self.zone, since, until)] if night else []
        return sum(changes, NOTHING)

    def list_spans(self, moment: datetime) -> Iterator[Span]:
        """Yield the spans when the user is awake from `moment` on, without vacations."""
        for begin, end in self.list_days(moment):
            for leaves, returns in self.away:
                if begin < leaves < end:
                    yield begin, leaves
                if leaves <= begin or begin < leaves < end:
                    begin = max(begin, returns)
            if begin < end:
                yield begin, end

    def list_days(self, moment: datetime) -> Iterator[Span]:
        """Yield the waking span of each day from `moment` on, ignoring vacations.

        Spans do not overlap when clocks change.
        """
        if self.day == DAY:
            yield moment, FOR_EVER
            return
        first = moment.astimezone(ZoneInfo(self.zone)).toordinal() - 1
        for day in count(first):
            begin, end = _find_day(self.zone, self.opens, self.day, day)
            if moment < end:
                yield max(begin, moment), end
                moment = end


@lru_cache(maxsize=8192)
def _find_day(zone: str, opens: int, length: timedelta, day: int) -> Span:
    """Return the waking span of a day. `day` is the ordinal of its beginning, in local time."""
    local = datetime.combine(date.fromordinal(day), datetime.min.time()) + timedelta(hours=opens)
    begin, end = (moment.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC) for moment in (local, local + length))
    return begin, end


def _list_shifts(zone: str, since: datetime, until: datetime) -> Iterator[timedelta]:
    here, moment = ZoneInfo(zone), since
    while moment < until:
        later = min(moment + WEEK, until)
        before, after = (time.astimezone(here).utcoffset() or NOTHING for time in (moment, later))
        if before != after:
            yield after - before
        moment = later


def postpone(due: datetime, pause: Span, everybody: Iterable[Hours]) -> datetime:
    """Return the deadline after a pause, so late that everyone has the waking time that was left.

    By the wall clock no less time than before is left. If the clock was set back, a pause ends before it began.
    """
    begin, end = pause
    if due <= begin:
        return due
    return max([due + (end - begin), *(hours.add(end, hours.count(begin, due)) for hours in everybody)])
