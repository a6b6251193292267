"""The clock of a table: until when a decision may be made, when a mail about it is worth sending, when all is over.

Pure: values and questions. Who asks says what time it is. Time passes for a person while they are awake (`Hours`). A
decision asked of one seat alone, openly, has that seat's own time. What is sealed, or asked in secret, has one due time
worked out from all who sit there, asked or not: so it tells nothing of who is asked. Whose holiday was announced before
something was asked has their time after it, as long as the table waits for them (`games.clock.vacations`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from accounts.availability.waking_hours import NOTHING, Hours
from games.clock.vacations import Waited, find_latest
from games.rules.engine.values import Decision, Remaining, Seat

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
PACES = (5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY)
"""The times for a decision, and for a vote, that a table may choose from, in seconds."""
BANKS = (0, 15 * MINUTE, DAY, 2 * DAY, 3 * DAY, 7 * DAY)
"""What each player may have in the bank at most, in seconds."""
DEFAULT_PACE, DEFAULT_VOTE_TIME, DEFAULT_BANK = DAY, 2 * DAY, 2 * DAY
MAIL_AFTER = 1 / 10
"""The share of a decision's time that passes before its mail: most people who are there have answered by then."""
MAX_MAIL_DELAY = timedelta(minutes=2)
TOLD_WITHIN = timedelta(minutes=9)
"""After so long a question is told even to one who saw it: a minute less than is promised, for the worker."""
REMIND_BEFORE = 1 / 5
"""The share of a decision's time that is left when its reminder goes out."""
GRACE = 1 / 10
"""The share of a decision's time that is added once before a first miss."""


ALWAYS = Hours()
"""The hours of one who never sleeps."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """A person at the table: when they are awake, what of it they have in the bank, and whether their grace runs.

    `waited` is how long the table has waited for their holidays.
    """

    hours: Hours = ALWAYS
    bank: timedelta = NOTHING
    in_grace: bool = False
    waited: Waited = field(default_factory=dict)


Sitters = Mapping[Seat, Sitter]


@dataclass(frozen=True, slots=True)
class Wait:
    """Until when is waited; and whose holiday makes it later, and by how much."""

    until: datetime
    seat: Seat | None = None
    time: timedelta = NOTHING


@dataclass(frozen=True, slots=True)
class Clock:
    """The times that a table chose."""

    turn: timedelta
    """For a decision."""
    vote: timedelta
    """For a decision before which the table talks."""
    bank: timedelta = NOTHING
    """What each person has in the bank at the start, and at most. Without any, the clock answers on the dot."""
    vacations: bool = False
    """Whether the table waits for those who are on holiday."""

    def time_for(self, *, vote: bool) -> timedelta:
        return self.vote if vote else self.turn

    def wait(self, asked: Mapping[Seat, Decision], now: datetime, sitters: Sitters | None = None) -> Wait | None:
        """Return until when what is asked at `now` may be answered: the earliest of all; None while nothing is."""
        if not asked:
            return None
        time = min(self.time_for(vote=decision.vote) for decision in asked.values())
        return add_time(now, time, find_counted(asked, sitters or {}), now)

    def grace(self, hours: Hours) -> timedelta:
        """Return how long one is waited for beyond their time and their bank, before a first miss."""
        return hours.scale(self.turn) * GRACE if self.bank else NOTHING

    def mail_at(self, now: datetime, *, vote: bool) -> datetime:
        """Return when a decision asked at `now` is told by mail, unless it is answered first."""
        return now + min(MAX_MAIL_DELAY, MAIL_AFTER * self.time_for(vote=vote))

    def remind_at(self, due_at: datetime, *, vote: bool, hours: Hours = ALWAYS) -> datetime:
        """Return when a decision due at `due_at` is told once more."""
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
        """Return when a game is over at the latest if those in `slow` take all their time and the others none.

        What is asked now has its deadline already: it is counted in `left`, and ends at `due_at`. A bank and a grace
        come on top of that, and `with_vacations` all for which the table may still wait from `now` on.
        """
        end, since = due_at + self.bound_rest(asked, left, slow), now or due_at

        def add_changes(end: datetime) -> timedelta:
            return sum((sitter.hours.bound_changes(since, end) for sitter in slow.values()), NOTHING)

        if not with_vacations:
            return end + add_changes(end)
        return find_latest(end, since.year, [sitter.waited for sitter in slow.values()], add_changes)

    def bound_rest(self, asked: Mapping[Seat, Decision], left: Remaining, slow: Sitters) -> timedelta:
        """Return how long all takes at most that comes after the time for what is asked now, if nobody is away."""
        alone, is_vote = find_alone(asked), any(decision.vote for decision in asked.values())
        votes = left.votes - is_vote
        together = max(0, left.together - (alone is None and not is_vote))
        rest = NOTHING
        for seat, sitter in slow.items():
            hours, turns = sitter.hours, left.turns[seat] - (seat == alone)
            may_extend = bool(self.bank) and seat == alone and not sitter.in_grace
            awake = turns * hours.scale(self.turn) + (turns + may_extend) * self.grace(hours) + sitter.bank
            # A night may come before a turn, its bank and its grace each.
            nights = turns * (3 if self.bank else 1) + may_extend + (may_extend and sitter.bank > NOTHING)
            rest += hours.bound(awake, nights)
        for time, times in ((self.vote, votes), (self.turn, together)):
            bounds = (sitter.hours.bound(times * sitter.hours.scale(time), times) for sitter in slow.values())
            rest += max(bounds, default=times * time)
        return rest


def add_time(moment: datetime, time: timedelta, counted: Sitters, now: datetime) -> Wait:
    """Return what a `moment` becomes with so much more of the table's time for all who are counted."""
    return add_waking(moment, {seat: sitter.hours.scale(time) for seat, sitter in counted.items()}, counted, now)


def add_waking(moment: datetime, times: Mapping[Seat, timedelta], counted: Sitters, now: datetime) -> Wait:
    """Return what a `moment` becomes with so much more waking time for each who is counted: the latest of all.

    For nobody's holiday is waited longer than the table still may, from the year of `now` on.
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
    """Return the clock of a table that chose so many seconds."""
    return Clock(timedelta(seconds=turn), timedelta(seconds=vote), timedelta(seconds=bank), vacations)


def find_alone(asked: Mapping[Seat, Decision]) -> Seat | None:
    """Return the seat that is asked something alone and openly, or None."""
    return next((seat for seat, decision in asked.items() if len(asked) == 1 and is_open(decision)), None)


def is_open(decision: Decision) -> bool:
    """Tell whether all may know who is asked, and whether they have answered and when."""
    return decision.public and not decision.sealed


def find_counted(asked: Mapping[Seat, Decision], sitters: Sitters) -> Sitters:
    """Return by whose hours the time for what is asked is counted: one seat's, or those of all. There is always one."""
    alone = find_alone(asked)
    if alone is not None:
        return {alone: sitters.get(alone, Sitter())}
    return sitters or {0: Sitter()}
