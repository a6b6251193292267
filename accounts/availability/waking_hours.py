"""The hours in which somebody is awake: time passes for them in these alone. Pure: who asks says what time it is."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from itertools import count, takewhile
from zoneinfo import ZoneInfo

DAY, WEEK = timedelta(days=1), timedelta(days=7)
NOTHING = timedelta(0)
WAKES_AT, SLEEPS_AT = 7, 23
"""The hours of one who has not chosen others."""
SHORTEST = 8
"""So many hours somebody is awake at least."""
FOR_EVER = datetime.max.replace(tzinfo=UTC)

Span = tuple[datetime, datetime]
"""From when until when."""


@dataclass(frozen=True, slots=True)
class Hours:
    """From `opens` to `closes` o'clock in a zone, over midnight if it closes earlier than it opens, always if equal.

    No time passes in the spans of `away`, which are sorted.
    """

    zone: str = "UTC"
    opens: int = 0
    closes: int = 0
    away: tuple[Span, ...] = ()

    @property
    def day(self) -> timedelta:
        """How long one is awake in a day."""
        return timedelta(hours=(self.closes - self.opens) % 24 or 24)

    @property
    def at_home(self) -> "Hours":
        """The same hours of one who is never away."""
        return replace(self, away=()) if self.away else self

    def scale(self, time: timedelta) -> timedelta:
        """Return how long one must be awake for so much time of a table: for a day, as long as one is awake in it."""
        days, rest = divmod(time, DAY)
        return days * self.day + min(rest, self.day)

    def share(self, awake: timedelta) -> timedelta:
        """Return how much of a table's time such a waking time is: a whole day awake is a day."""
        return awake / self.day * DAY

    def add(self, moment: datetime, awake: timedelta) -> datetime:
        """Return when one has been awake for so long since a moment."""
        for begin, end in self.list_spans(moment):
            if end - begin >= awake:
                return begin + awake
            awake -= end - begin
        raise AssertionError("there is always another day")

    def take(self, moment: datetime, awake: timedelta) -> datetime:
        """Return since when one has been awake for so long at a moment."""
        first = moment - (awake // self.day + 2) * DAY - sum((end - begin for begin, end in self.away), NOTHING)
        for begin, end in reversed([*takewhile(lambda span: span[0] < moment, self.list_spans(first))]):
            since = min(end, moment) - begin
            if since >= awake:
                return begin + since - awake
            awake -= since
        return first

    def count(self, since: datetime, until: datetime) -> timedelta:
        """Return for how long one is awake between two moments."""
        spans = takewhile(lambda span: span[0] < until, self.list_spans(since))
        return sum((min(end, until) - begin for begin, end in spans), NOTHING)

    def bound(self, awake: timedelta, times: int) -> timedelta:
        """Return how long it takes at most to be awake for so long in all, begun anew so many times at any hour.

        Each time may begin at the end of a day, so that a night is waited for; `bound_changes` adds what is over that.
        """
        return self.share(awake) + times * (DAY - self.day)

    def bound_changes(self, since: datetime, until: datetime) -> timedelta:
        """Return by how much longer it may take as clocks change between two moments, for one who is not away."""
        night = DAY - self.day
        changes = [abs(shift) + night for shift in list_shifts(self.zone, since, until)] if night else []
        return sum(changes, NOTHING)

    def list_spans(self, moment: datetime) -> Iterator[Span]:
        """Yield the spans in which one is awake and not away, from a moment on."""
        for begin, end in self.list_days(moment):
            for leaves, returns in self.away:
                if begin < leaves < end:
                    yield begin, leaves
                if leaves <= begin or begin < leaves < end:
                    begin = max(begin, returns)
            if begin < end:
                yield begin, end

    def list_days(self, moment: datetime) -> Iterator[Span]:
        """Yield the spans in which one is awake from a moment on, away or not. None is counted twice."""
        if self.day == DAY:
            yield moment, FOR_EVER
            return
        first = moment.astimezone(ZoneInfo(self.zone)).toordinal() - 1
        for day in count(first):
            begin, end = find_day(self.zone, self.opens, self.day, day)
            if moment < end:
                yield max(begin, moment), end
                moment = end


@lru_cache(maxsize=8192)
def find_day(zone: str, opens: int, length: timedelta, day: int) -> Span:
    """Return the span in which one is awake from the day with the ordinal `day` on: by the clocks of that day."""
    local = datetime.combine(date.fromordinal(day), datetime.min.time()) + timedelta(hours=opens)
    begin, end = (moment.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC) for moment in (local, local + length))
    return begin, end


def list_shifts(zone: str, since: datetime, until: datetime) -> Iterator[timedelta]:
    """Yield by how much the clocks of a zone change between two moments, looked at week by week."""
    here, moment = ZoneInfo(zone), since
    while moment < until:
        later = min(moment + WEEK, until)
        before, after = (time.astimezone(here).utcoffset() or NOTHING for time in (moment, later))
        if before != after:
            yield after - before
        moment = later


def postpone(due: datetime, pause: Span, everybody: Iterable[Hours]) -> datetime:
    """Return when is due what was due at `due`, after a pause in which no one's time passed.

    All of `everybody` are awake for as long after the pause as they would have been, and it is never shorter by the
    wall clock. A clock that was put back makes a pause that ends before it began.
    """
    begin, end = pause
    if due <= begin:
        return due
    return max([due + (end - begin), *(hours.add(end, hours.count(begin, due)) for hours in everybody)])
