"""The clock of a table: deadlines, and when notifications are due. It is pure: callers pass the time.

Time passes for a player while they are awake (`Hours`). A public question to one seat has the deadline of that seat.
Sealed or secret questions have one deadline for all players, so that it does not show who is asked. Vacations extend
the deadlines of questions that are asked after they were announced.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from accounts.availability.waking_hours import NOTHING, Hours
from games.clock.vacations import Waited, find_latest
from games.rules.engine.values import Decision, Remaining, Seat

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
PACES = (5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY)
"""The paces to choose from: seconds for one decision."""
LIVE_PACE = 15 * MINUTE
"""Seconds per turn up to which a table is played in one sitting, by people who are there."""
BANKS = (0, 15 * MINUTE, DAY, 2 * DAY, 3 * DAY, 7 * DAY)
"""The time banks to choose from: seconds that a player may save up at most."""
DEFAULT_PACE, DEFAULT_VOTE_TIME, DEFAULT_BANK = DAY, 2 * DAY, 2 * DAY
MAIL_AFTER = 1 / 10
"""The share of the time for a decision after which an email goes out.

Most players who are at the table have answered by then.
"""
MAX_MAIL_DELAY = timedelta(minutes=2)
TOLD_WITHIN = timedelta(minutes=9)
"""After this time even players who have seen the question are notified.

It is a minute less than promised, to leave the worker time.
"""
REMIND_BEFORE = 1 / 5
"""A reminder goes out when this share of the time is left."""
GRACE = 1 / 10
"""The share of the time for a decision that is added once, before a player's first missed decision."""


ALWAYS = Hours()
"""For players who never sleep."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """What the clock knows of a player.

    `waited` is how long the table has already waited for their vacations, by year.
    """

    hours: Hours = ALWAYS
    bank: timedelta = NOTHING
    in_grace: bool = False
    waited: Waited = field(default_factory=dict)


Sitters = Mapping[Seat, Sitter]


@dataclass(frozen=True, slots=True)
class Wait:
    """A deadline.

    If a vacation extends it, `seat` is the player on vacation and `time` by how much it is extended.
    """

    until: datetime
    seat: Seat | None = None
    time: timedelta = NOTHING


@dataclass(frozen=True, slots=True)
class Clock:
    turn: timedelta
    """The time for a decision of one player."""
    vote: timedelta
    """The time for a decision before which the table talks."""
    bank: timedelta = NOTHING
    """What is in a time bank at the start, and the most it may hold.

    A table without time banks gives no grace either.
    """
    vacations: bool = False

    @property
    def is_live(self) -> bool:
        """Whether the pace needs players who are there, in one sitting."""
        return self.turn <= timedelta(seconds=LIVE_PACE)

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
        """Return when the game is over at the latest, if players in `slow` take all their time and the others take
        none. What is asked now ends at `due_at` and is counted in `left`. Time banks and graces are added, and
        `with_vacations` also all vacations that are left.
        """
        end, since = due_at + self.bound_rest(asked, left, slow), now or due_at

        def add_changes(end: datetime) -> timedelta:
            return sum((sitter.hours.bound_changes(since, end) for sitter in slow.values()), NOTHING)

        if not with_vacations:
            return end + add_changes(end)
        return find_latest(end, since.year, [sitter.waited for sitter in slow.values()], add_changes)

    def bound_rest(self, asked: Mapping[Seat, Decision], left: Remaining, slow: Sitters) -> timedelta:
        """Return the most time that the questions after the current one can take, without vacations."""
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
    """Count each player's waking time from `moment` on and return the latest moment when one of them has used
    up theirs. The table waits for vacations as long as the players' yearly budgets allow, which moves the moment
    further.
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
    return next((seat for seat, decision in asked.items() if len(asked) == 1 and _is_open(decision)), None)


def _is_open(decision: Decision) -> bool:
    """Whether all may know who is asked, and when they answered."""
    return decision.public and not decision.sealed


def find_counted(asked: Mapping[Seat, Decision], sitters: Sitters) -> Sitters:
    alone = find_alone(asked)
    if alone is not None:
        return {alone: sitters.get(alone, Sitter())}
    return sitters or {0: Sitter()}
