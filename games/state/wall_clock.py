"""Decides whether to trust the wall clock.

A wrong clock must not move a deadline or delete anything, but the end of a night's downtime looks the same. So after a
jump of more than an hour, one of these must confirm it. (1) The clock that counts from the machine's start, if a sweep
knew the start. (2) Network time, if systemd has got it since the last sweep. (3) After the machine was started again, a
database on another machine that kept running. (4) A site operator, by `manage.py accept_clock` or `make run`.
"""

import time
from datetime import datetime, timedelta
from pathlib import Path
from uuid import uuid4

from django.db import connection

from games.models import Heartbeat

JUMP = timedelta(hours=1)
DOWN_AFTER = timedelta(seconds=30)
"""The site counts as down after three missed sweeps."""
AGREEMENT = timedelta(minutes=5)
"""Clocks that differ by less than this agree."""
SETTLED = timedelta(hours=1)
"""How long after an operator accepted a jump network time may still refute it."""

BOOT_FILE = Path("/proc/sys/kernel/random/boot_id")
BOOT = BOOT_FILE.read_text("ascii").strip() if BOOT_FILE.exists() else uuid4().hex
"""An id of the machine's start or, where there is none, of the process."""
BOOT_CLOCK: int = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""A clock that counts through sleep on Linux and macOS."""
SYNCHRONIZED = Path("/run/systemd/timesync/synchronized")
"""A file that systemd writes at each synchronization of the clock."""


def find_start(now: datetime) -> float:
    """Return the time when the machine started, by its clock. It moves only if the clock is set."""
    return now.timestamp() - time.clock_gettime(BOOT_CLOCK)


def is_trusted(now: datetime) -> bool:
    heart = Heartbeat.objects.first()
    if heart is None:
        return True
    return heart.doubted_since is None and is_credible(heart, now)


def are_deadlines_known(now: datetime) -> bool:
    """Whether sweeps run. After an outage deadlines are known once the first sweep has recorded it."""
    return not Heartbeat.objects.filter(beat_at__lte=now - DOWN_AFTER).exists()


def is_settled(now: datetime) -> bool:
    """Whether it is safe to do what cannot be undone, such as deleting. Soon after an accepted jump it is not."""
    just = Heartbeat.objects.filter(accepted_at__gt=now - SETTLED, accepted_at__lte=now)
    return is_trusted(now) and not just.exists()


def is_credible(heart: Heartbeat, now: datetime) -> bool:
    if abs(now - heart.beat_at) <= JUMP:
        return True
    known = heart.boots.get(BOOT)
    is_later = now > heart.beat_at
    if is_later and known is not None and abs(find_start(now) - known) <= JUMP.total_seconds():
        return True
    if _is_synchronized_since(heart.beat_at):
        return True
    return _is_confirmed_by_database(now, heart.beat_at) if known is None else _is_undone(heart, now)


def _is_undone(heart: Heartbeat, now: datetime) -> bool:
    """Whether an accepted clock turned out to be wrong: it went back, but not to before the last certain time."""
    if heart.accepted_at is None or heart.sure_at is None:
        return False
    return heart.sure_at <= now < heart.beat_at < heart.accepted_at + SETTLED


def _is_synchronized_since(last: datetime) -> bool:
    return SYNCHRONIZED.exists() and SYNCHRONIZED.stat().st_mtime > last.timestamp()


def _is_confirmed_by_database(now: datetime, last: datetime) -> bool:
    """Whether the clock of the database agrees. It counts only if the database has run since the last sweep."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp(), pg_postmaster_start_time()")
        theirs, started = cursor.fetchone()
    return bool(started < last and abs(theirs - now) <= AGREEMENT)
