"""Whether work is done: how late the sweep, the deadlines and the notices are, for whoever watches over the site."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from games.models import Game, Heartbeat, Notice

SWEEP_LIMIT = 60.0
DEADLINE_LIMIT = 120.0
NOTICE_LIMIT = 600.0
REFUSAL_LIMIT = 600.0


@dataclass(frozen=True)
class Health:
    """Four ages in seconds, 0 where nothing is late; `sweep` is None if there never was one."""

    sweep: float | None
    deadline: float
    notice: float
    refusal: float

    @property
    def is_good(self) -> bool:
        """Whether none of them is beyond its limit."""
        in_time = self.sweep is not None and self.sweep <= SWEEP_LIMIT
        is_mail_taken = self.notice <= NOTICE_LIMIT and self.refusal <= REFUSAL_LIMIT
        return in_time and is_mail_taken and self.deadline <= DEADLINE_LIMIT


def measure_health(now: datetime | None = None) -> Health:
    """Return how late the site's work is. Three queries, each of one row found by an index.

    A notice counts from the time for which its next attempt is due. So mail that a recipient's server puts off makes
    nobody ill, as every attempt moves that time on; mail that nobody tries to send does, and so does our own server
    if for some time it has refused us and taken nothing.
    """
    now = now or timezone.now()
    beat_at, refused_since = Heartbeat.objects.values_list("beat_at", "refused_since").first() or (None, None)
    waiting = Notice.objects.filter(state=Notice.State.WAITING)
    return Health(
        sweep=count_seconds(beat_at, now) if beat_at else None,
        deadline=count_seconds(find_oldest(Game.objects.all(), "due_at", now), now),
        notice=count_seconds(find_oldest(waiting, "send_at", now), now),
        refusal=count_seconds(refused_since or now, now),
    )


def find_oldest(rows: QuerySet[Game] | QuerySet[Notice], column: str, now: datetime) -> datetime:
    """Return the earliest time in `column` that has passed, or `now`."""
    passed = rows.filter(**{f"{column}__lt": now}).order_by(column)
    return passed.values_list(column, flat=True).first() or now


def count_seconds(moment: datetime, now: datetime) -> float:
    """Return how long ago a moment was: 0 if a clock was put back since."""
    return max(0.0, round((now - moment).total_seconds(), 1))
