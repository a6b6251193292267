"""The clock of a table: how long a decision has, when a mail about it is worth sending, when all is over at the latest.

Pure: values and questions. Who asks says what time it is. Every seat has the same clock today; a question that depends
on a seat takes the seats, so that one may get a clock of its own while a game keeps a single due time, the earliest.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.rules.protocol import Decision, Remaining, Seat

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
PACES = (5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY)
"""The times for a decision, and for a vote, that a table may choose from, in seconds."""
DEFAULT_PACE, DEFAULT_VOTE_TIME = DAY, 2 * DAY
MAIL_AFTER = 1 / 10
"""The share of a decision's time that passes before its mail: most people who are there have answered by then."""
MAX_MAIL_DELAY = timedelta(minutes=2)
REMIND_BEFORE = 1 / 5
"""The share of a decision's time that is left when its reminder goes out."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The times that a table chose."""

    turn: timedelta
    """For a decision."""
    vote: timedelta
    """For a decision before which the table talks."""

    def time_for(self, *, vote: bool) -> timedelta:
        return self.vote if vote else self.turn

    def due(self, asked: Mapping[Seat, Decision], now: datetime) -> datetime | None:
        """Return until when what is asked at `now` may be answered: the earliest of all; None while nothing is."""
        return min((now + self.time_for(vote=decision.vote) for decision in asked.values()), default=None)

    def mail_at(self, now: datetime, *, vote: bool) -> datetime:
        """Return when a decision asked at `now` is told by mail, unless it is answered first."""
        return now + min(MAX_MAIL_DELAY, MAIL_AFTER * self.time_for(vote=vote))

    def remind_at(self, due_at: datetime, *, vote: bool) -> datetime:
        """Return when a decision due at `due_at` is told once more. Downtime moves both."""
        return due_at - REMIND_BEFORE * self.time_for(vote=vote)

    def over_by(
        self, due_at: datetime, asked: Mapping[Seat, Decision], left: Remaining, slow: Collection[Seat]
    ) -> datetime:
        """Return when a game is over at the latest if the seats in `slow` take all their time and the others none.

        What is asked now has its deadline already: it is counted in `left`, and ends at `due_at`.
        """
        turns, votes = sum(left.turns[seat] for seat in slow) + left.together, left.votes
        if any(decision.vote for decision in asked.values()):
            votes -= 1
        else:
            turns -= 1
        return due_at + turns * self.turn + votes * self.vote
