"""The times of tests at a clock that stands still until they move it (the fixture `clock`)."""

from datetime import UTC, datetime, timedelta

import time_machine
from django.utils import timezone

from games.models import Heartbeat
from games.notifications import email_dispatch
from games.tables.services import deadlines

START = datetime(2026, 3, 2, 14, tzinfo=UTC)
"""It is 15:00 in Paris, 9:00 in Montréal, 1:00 in Nouméa."""
DAY, HOUR, SECOND = timedelta(days=1), timedelta(hours=1), timedelta(seconds=1)
Clock = time_machine.Traveller


def sweep_at(clock: Clock, moment: datetime) -> int:
    """Sweep at a moment until which the site was up; return how many deadlines were closed."""
    _stay_up_until(clock, moment)
    return deadlines.sweep()


def send_due_at(clock: Clock, moment: datetime) -> None:
    """Send what is due at a moment until which the site was up."""
    _stay_up_until(clock, moment)
    email_dispatch.send_due()


def send_due_after(clock: Clock, pause: timedelta) -> None:
    send_due_at(clock, timezone.now() + pause)


def _stay_up_until(clock: Clock, moment: datetime) -> None:
    clock.move_to(moment)
    Heartbeat.objects.update(beat_at=moment)
