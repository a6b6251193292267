"""Whether the clock may be believed: what it says now beside what it said at the last sweep, and a second source.

A clock that is wrong for a minute, by a year, must put no deadline away and delete nothing. A site that was down for a
night looks the same at first, so a jump beyond an hour is believed only if something else says that the time passed:

1. this start of the machine, if a sweep knew it: its clock since the start counts on through sleep, and is never set;
2. the clock of the network, if systemd has asked for it since the last sweep;
3. after another start, the clock of a database on another machine: one that ran on meanwhile;
4. an operator: `manage.py accept_clock`, or the person who types `make run`.
"""

import time
from datetime import datetime, timedelta
from pathlib import Path
from uuid import uuid4

from django.db import connection

from games.models import Heartbeat

JUMP = timedelta(hours=1)
AGREEMENT = timedelta(minutes=5)
"""Two clocks that differ by no more say the same."""
SETTLED = timedelta(hours=1)
"""For so long what an operator accepted may still prove wrong: the network's clock comes some time after the start."""

BOOT_FILE = Path("/proc/sys/kernel/random/boot_id")
BOOT = BOOT_FILE.read_text("ascii").strip() if BOOT_FILE.exists() else uuid4().hex
"""Names this start of the machine; where the system gives it no name, this process's."""
BOOT_CLOCK: int = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""Counts through sleep on Linux; so does the second one on macOS, which has no first."""
SYNCHRONIZED = Path("/run/systemd/timesync/synchronized")
"""Written by systemd when the network has told the time."""


def find_start(now: datetime) -> float:
    """Return when this machine was started, by the wall clock of `now`: a timestamp that moves only if that is set."""
    return now.timestamp() - time.clock_gettime(BOOT_CLOCK)


def is_trusted(now: datetime) -> bool:
    """Tell whether what depends on the date may be done: nothing is in doubt, and nothing else was accepted lately."""
    heart = Heartbeat.objects.first()
    if heart is None:
        return True
    return heart.doubted_since is None and is_credible(heart, now)


def is_settled(now: datetime) -> bool:
    """Tell whether something may be deleted for its age: the clock is trusted, and no jump was just accepted."""
    just = Heartbeat.objects.filter(accepted_at__gt=now - SETTLED, accepted_at__lte=now)
    return is_trusted(now) and not just.exists()


def is_credible(heart: Heartbeat, now: datetime) -> bool:
    """Tell whether it can be `now`, after what is known of the last sweep."""
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
    """Tell whether a clock that an operator accepted was wrong and went back, not behind what was sure before."""
    if heart.accepted_at is None or heart.sure_at is None:
        return False
    return heart.sure_at <= now < heart.beat_at < heart.accepted_at + SETTLED


def is_synchronized_since(last: datetime) -> bool:
    """Tell whether the network has told the time since the last sweep."""
    return SYNCHRONIZED.exists() and SYNCHRONIZED.stat().st_mtime > last.timestamp()


def is_confirmed_by_database(now: datetime, last: datetime) -> bool:
    """Tell whether a database that ran on since the last sweep, while this machine did not, says that it is `now`."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp(), pg_postmaster_start_time()")
        theirs, started = cursor.fetchone()
    return bool(started < last and abs(theirs - now) <= AGREEMENT)
