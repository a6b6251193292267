"""Decides whether to trust the wall clock.

A wrong clock must move no deadline and delete nothing, but a night's downtime looks the same. After a jump of over an
hour one of these must confirm it: the clock since the machine's start, if a sweep knew the start; network time, if
systemd got it since the last sweep; after another start, a database on another machine that ran on; an operator, by
`manage.py accept_clock` or `make run`.
"""

import time
from datetime import datetime, timedelta
from pathlib import Path
from uuid import uuid4

from django.db import connection

from games.models import Heartbeat

JUMP = timedelta(hours=1)
AGREEMENT = timedelta(minutes=5)
"""Clocks that differ by less agree."""
SETTLED = timedelta(hours=1)
"""Time for network time to refute a jump that an operator accepted."""

BOOT_FILE = Path("/proc/sys/kernel/random/boot_id")
BOOT = BOOT_FILE.read_text("ascii").strip() if BOOT_FILE.exists() else uuid4().hex
"""Id of the machine's start, or else of the process."""
BOOT_CLOCK: int = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""Counts through sleep on Linux and macOS."""
SYNCHRONIZED = Path("/run/systemd/timesync/synchronized")
"""Written by systemd at each synchronization."""


def find_start(now: datetime) -> float:
    """Return a timestamp that moves only if the clock is set."""
    return now.timestamp() - time.clock_gettime(BOOT_CLOCK)


def is_trusted(now: datetime) -> bool:
    heart = Heartbeat.objects.first()
    if heart is None:
        return True
    return heart.doubted_since is None and is_credible(heart, now)


def is_settled(now: datetime) -> bool:
    """Whether old data may be deleted: not soon after an accepted jump."""
    just = Heartbeat.objects.filter(accepted_at__gt=now - SETTLED, accepted_at__lte=now)
    return is_trusted(now) and not just.exists()


def is_credible(heart: Heartbeat, now: datetime) -> bool:
    if abs(now - heart.beat_at) <= JUMP:
        return True
    known = heart.boots.get(BOOT)
    is_later = now > heart.beat_at
    if is_later and known is not None and abs(find_start(now) - known) <= JUMP.total_seconds():
        return True
    if is_synchronized_since(heart.beat_at):
        return True
    return is_confirmed_by_database(now, heart.beat_at) if known is None else is_undone(heart, now)


def is_undone(heart: Heartbeat, now: datetime) -> bool:
    """An accepted clock was wrong and went back, but not before the last certain time."""
    if heart.accepted_at is None or heart.sure_at is None:
        return False
    return heart.sure_at <= now < heart.beat_at < heart.accepted_at + SETTLED


def is_synchronized_since(last: datetime) -> bool:
    return SYNCHRONIZED.exists() and SYNCHRONIZED.stat().st_mtime > last.timestamp()


def is_confirmed_by_database(now: datetime, last: datetime) -> bool:
    """A database that has run since the last sweep."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp(), pg_postmaster_start_time()")
        theirs, started = cursor.fetchone()
    return bool(started < last and abs(theirs - now) <= AGREEMENT)
