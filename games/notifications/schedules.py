"""Schedules: whether a channel sends now, when its user is awake, or daily."""

from datetime import datetime, timedelta

from accounts.models import User
from games.models import Contact
from games.notifications import waking_hours

MARGIN = timedelta(hours=1)


def choose_time(schedule: str, user: User, now: datetime, due_at: datetime | None) -> datetime | None:
    """Return when a schedule sends, or None for now.

    A question goes out at once if less than `MARGIN` would remain until `due_at`.
    """
    held = _find_next(schedule, user, now)
    if held <= now or (due_at is not None and due_at < held + MARGIN):
        return None
    return held


def _find_next(schedule: str, user: User, now: datetime) -> datetime:
    match schedule:
        case Contact.Schedule.AWAKE:
            return waking_hours.find_waking(user, now)
        case Contact.Schedule.DAILY:
            return waking_hours.find_digest(user, now)
    return now
