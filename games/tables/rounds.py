"""Measures the round of a user: the time they took today to answer at all their tables.

A round is private and kept only in the cache.
"""

from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.core.cache import cache
from django.utils import timezone

from accounts.models import User

PAUSE = timedelta(minutes=10)
"""A pause longer than this ends a round."""
KEPT_FOR = 24 * 60 * 60
"""For how many seconds a round is kept in the cache."""


@dataclass(frozen=True)
class Round:
    """How a user worked through the waiting tables today.

    `spent` is the time of earlier rounds. The latest round began at `begun_at` and is not included.
    """

    day: date
    spent: timedelta
    begun_at: datetime
    last_at: datetime
    answers: int = 0

    @property
    def taken(self) -> timedelta:
        return self.spent + (self.last_at - self.begun_at)

    @property
    def minutes(self) -> int:
        return max(1, round(self.taken / timedelta(minutes=1)))


def note(user: User, *, answers: int) -> None:
    """Note that a user is asked at a table (`answers` is 0), or has answered there (1)."""
    now, kept = timezone.now(), find_round(user)
    if kept is None:
        kept = Round(timezone.localdate(), timedelta(0), now, now)
    elif now - kept.last_at > PAUSE:
        kept = Round(kept.day, kept.taken, now, now, kept.answers)
    with suppress(Exception):
        after = Round(kept.day, kept.spent, kept.begun_at, now, kept.answers + answers)
        cache.set(_name_round(user), after, KEPT_FOR)


def find_round(user: User) -> Round | None:
    """Return the user's round of today, where the day is that of the active time zone, or None."""
    with suppress(Exception):
        kept = cache.get(_name_round(user))
        return kept if isinstance(kept, Round) and kept.day == timezone.localdate() else None
    return None


def _name_round(user: User) -> str:
    return f"round-{user.pk}"
