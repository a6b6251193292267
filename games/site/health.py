"""Health: how late the sweep, deadlines and notifications are, and whether the database accepts writes."""

import secrets
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from django.contrib.sessions.models import Session
from django.db import Error, transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import AccountEmail
from games.models import Delivery, Game, Heartbeat, Notification
from games.models.outage import name_site_clock, read_site_clock

SWEEP_LIMIT = 60.0
DEADLINE_LIMIT = 120.0
NOTIFICATION_LIMIT = 600.0
REFUSAL_LIMIT = 600.0
WRITE_EVERY = 10.0
"""For this many seconds a process remembers the result of a write, because anyone may ask."""
WRITE_BYTES = 8192
"""How much is written: about a database page, which is more than a small change of a row needs on a full disk."""
LATE = timedelta(seconds=30)
"""How late an email may be before pages say that mail is late."""


@dataclass(frozen=True)
class Health:
    """How late the site is, in seconds. All are 0 if nothing is late. `sweep` is None before the first sweep."""

    sweep: float | None
    deadline: float
    notification: float
    refusal: float
    clock: bool
    """Whether the clock is believed. If not, nothing is closed or deleted."""

    @property
    def is_good(self) -> bool:
        in_time = self.sweep is not None and self.sweep <= SWEEP_LIMIT
        is_mail_taken = self.notification <= NOTIFICATION_LIMIT and self.refusal <= REFUSAL_LIMIT
        return self.clock and in_time and is_mail_taken and self.deadline <= DEADLINE_LIMIT


def measure_health(*, now: datetime | None = None) -> Health:
    """Measure how late the site is, with five indexed queries.

    Notifications and emails count from their next attempt. So it is no fault if the server of a recipient defers an
    email, but it is one if an email is not tried at all, or if our own server accepts nothing.
    """
    now = now or timezone.now()
    heart = Heartbeat.objects.annotate(**name_site_clock()).first()
    beat_at, refused_since = (heart.beat_at, heart.refused_since) if heart else (None, None)
    here = now - (read_site_clock(heart).lost if heart else timedelta(0))
    return Health(
        sweep=_count_seconds(beat_at, now) if beat_at else None,
        deadline=_count_seconds(_find_oldest(Game.objects.all(), "due_at", here), here),
        notification=_count_seconds(_find_oldest_post(now), now),
        refusal=_count_seconds(refused_since or now, now),
        clock=heart is None or heart.doubted_since is None,
    )


def is_mail_late(*, now: datetime | None = None) -> bool:
    """Whether the mail server accepts nothing, or emails are not tried."""
    if Heartbeat.objects.filter(refused_since__isnull=False).exists():
        return True
    return AccountEmail.objects.filter(send_at__lt=(now or timezone.now()) - LATE).exists()


def _find_oldest_post(now: datetime) -> datetime:
    return min(
        _find_oldest(Notification.objects.filter(state=Notification.State.WAITING), "send_at", now),
        _find_oldest(Delivery.objects.filter(state=Delivery.State.WAITING), "send_at", now),
        _find_oldest(AccountEmail.objects.all(), "send_at", now),
    )


def _find_oldest(rows: QuerySet[Any], column: str, now: datetime) -> datetime:
    """Return the oldest time in `column` that has passed, or `now` if none has."""
    passed = rows.filter(**{f"{column}__lt": now}).order_by(column)
    return passed.values_list(column, flat=True).first() or now


def _count_seconds(moment: datetime, now: datetime) -> float:
    """Return the seconds since `moment`, or 0 if the clock was put back since."""
    return max(0.0, round((now - moment).total_seconds(), 1))


def are_writes_taken() -> bool:
    """Return the result of the last write, at most `WRITE_EVERY` seconds old."""
    return _try_to_write(int(time.monotonic() / WRITE_EVERY))


@lru_cache(maxsize=1)
def _try_to_write(turn: int) -> bool:
    """Write and delete a row, commit, and return whether that worked.

    The row is a session without a user. A rollback would not do, because SQLite would not write to the disk.
    """
    key = secrets.token_hex(20)
    row = Session(session_key=key, session_data=secrets.token_hex(WRITE_BYTES // 2), expire_date=timezone.now())
    try:
        with transaction.atomic():
            row.save(force_insert=True)
            row.delete()
    except Error:
        return False
    return True
