"""The clock of a table: deadlines, and when notifications are due.

Pure: callers pass the time. Time passes for a player while awake (`Hours`). A public question to one seat has that
seat's deadline. Sealed or secret ones have one for all players, so it does not show who is asked. Vacations extend
deadlines of later questions.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from accounts.availability.waking_hours import NOTHING, Hours
from games.clock.vacations import Waited, find_latest
from games.rules.engine.values import Decision, Remaining, Seat

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
PACES = (5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY)
"""Seconds."""
BANKS = (0, 15 * MINUTE, DAY, 2 * DAY, 3 * DAY, 7 * DAY)
"""Seconds; the most a player may have."""
DEFAULT_PACE, DEFAULT_VOTE_TIME, DEFAULT_BANK = DAY, 2 * DAY, 2 * DAY
MAIL_AFTER = 1 / 10
"""Share of the time before an email: most who are there have answered by then."""
MAX_MAIL_DELAY = timedelta(minutes=2)
TOLD_WITHIN = timedelta(minutes=9)
"""Then players who saw the question are notified too. A minute less than promised, for the worker."""
REMIND_BEFORE = 1 / 5
"""Share of the time that is left at a reminder."""
GRACE = 1 / 10
"""Share of the time added once, before a first miss."""


ALWAYS = Hours()
"""For players who never sleep."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """`waited` is the time the table has waited for their vacations."""

    hours: Hours = ALWAYS
    bank: timedelta = NOTHING
    in_grace: bool = False
    waited: Waited = field(default_factory=dict)


Sitters = Mapping[Seat, Sitter]


@dataclass(frozen=True, slots=True)
class Wait:
    """A deadline, the seat with the vacation that extends it, and by how much."""

    until: datetime
    seat: Seat | None = None
    time: timedelta = NOTHING


@dataclass(frozen=True, slots=True)
class Clock:
    turn: timedelta
    """For a decision."""
    vote: timedelta
    """For a decision before which the table talks."""
    bank: timedelta = NOTHING
    """Time in the bank at the start, and at most. Without a bank there is no grace."""
    vacations: bool = False

    def time_for(self, *, vote: bool) -> timedelta:
        return self.vote if vote else self.turn

    def wait(self, asked: Mapping[Seat, Decision], now: datetime, sitters: Sitters | None = None) -> Wait | None:
        if not asked:
            return None
        time = min(self.time_for(vote=decision.vote) for decision in asked.values())
        return add_time(now, time, find_counted(asked, sitters or {}), now)

    def grace(self, hours: Hours) -> timedelta:
        return hours.scale(self.turn) * GRACE if self.bank else NOTHING

    def mail_at(self, now: datetime, *, vote: bool) -> datetime:
        return now + min(MAX_MAIL_DELAY, MAIL_AFTER * self.time_for(vote=vote))

    def remind_at(self, due_at: datetime, *, vote: bool, hours: Hours = ALWAYS) -> datetime:
        return hours.take(due_at, REMIND_BEFORE * hours.scale(self.time_for(vote=vote)))

    def over_by(
        self,
        due_at: datetime,
        asked: Mapping[Seat, Decision],
        left: Remaining,
        slow: Sitters,
        *,
        now: datetime | None = None,
        with_vacations: bool = False,
    ) -> datetime:
        """The latest end if players in `slow` take all their time and the others none.

        What is asked now ends at `due_at` and is counted in `left`. Banks and graces are added, and `with_vacations`
        all vacations left.
        """
        end, since = due_at + self.bound_rest(asked, left, slow), now or due_at

        def add_changes(end: datetime) -> timedelta:
            return sum((sitter.hours.bound_changes(since, end) for sitter in slow.values()), NOTHING)

        if not with_vacations:
            return end + add_changes(end)
        return find_latest(end, since.year, [sitter.waited for sitter in slow.values()], add_changes)

    def bound_rest(self, asked: Mapping[Seat, Decision], left: Remaining, slow: Sitters) -> timedelta:
        """After the current question, without vacations."""
        alone, is_vote = find_alone(asked), any(decision.vote for decision in asked.values())
        votes = left.votes - is_vote
        together = max(0, left.together - (alone is None and not is_vote))
        rest = NOTHING
        for seat, sitter in slow.items():
            hours, turns = sitter.hours, left.turns[seat] - (seat == alone)
            may_extend = bool(self.bank) and seat == alone and not sitter.in_grace
            awake = turns * hours.scale(self.turn) + (turns + may_extend) * self.grace(hours) + sitter.bank
            # Each turn, bank and grace may cross a night.
            nights = turns * (3 if self.bank else 1) + may_extend + (may_extend and sitter.bank > NOTHING)
            rest += hours.bound(awake, nights)
        for time, times in ((self.vote, votes), (self.turn, together)):
            bounds = (sitter.hours.bound(times * sitter.hours.scale(time), times) for sitter in slow.values())
            rest += max(bounds, default=times * time)
        return rest


def add_time(moment: datetime, time: timedelta, counted: Sitters, now: datetime) -> Wait:
    return add_waking(moment, {seat: sitter.hours.scale(time) for seat, sitter in counted.items()}, counted, now)


def add_waking(moment: datetime, times: Mapping[Seat, timedelta], counted: Sitters, now: datetime) -> Wait:
    """The latest end of so much waking time for each counted player, extended by vacations as far as the table may
    still wait.
    """
    plain = max(counted[seat].hours.at_home.add(moment, time) for seat, time in times.items())
    latest = Wait(plain)
    for seat, time in times.items():
        sitter = counted[seat]
        until = min(sitter.hours.add(moment, time), find_latest(plain, now.year, [sitter.waited]))
        if until > latest.until:
            latest = Wait(until, seat, until - plain)
    return latest


def make_clock(turn: int, vote: int, bank: int, *, vacations: bool = False) -> Clock:
    return Clock(timedelta(seconds=turn), timedelta(seconds=vote), timedelta(seconds=bank), vacations)


def find_alone(asked: Mapping[Seat, Decision]) -> Seat | None:
    """Return the seat that is asked alone and in public."""
    return next((seat for seat, decision in asked.items() if len(asked) == 1 and is_open(decision)), None)


def is_open(decision: Decision) -> bool:
    """Whether all may know who is asked, and when they answered."""
    return decision.public and not decision.sealed


def find_counted(asked: Mapping[Seat, Decision], sitters: Sitters) -> Sitters:
    alone = find_alone(asked)
    if alone is not None:
        return {alone: sitters.get(alone, Sitter())}
    return sitters or {0: Sitter()}
