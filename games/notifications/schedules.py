"""When a channel sends what is to be told: at once, when its owner is awake, or once a day."""

from datetime import datetime, timedelta

from accounts.models import User
from games.models import Contact
from games.notifications import waking_hours

MARGIN = timedelta(hours=1)
"""Time that is left at least, after a message that was held back, to answer before the clock does."""


def choose_time(schedule: str, user: User, now: datetime, due_at: datetime | None) -> datetime | None:
    """Return until when a message is held back, None if it is not.

    One that asks for an answer until `due_at` breaks out if the clock would run out before, or soon after.
    """
    held = find_next(schedule, user, now)
    if held <= now or (due_at is not None and due_at < held + MARGIN):
        return None
    return held


def find_next(schedule: str, user: User, now: datetime) -> datetime:
    """Return when a channel of this rhythm sends next."""
    match schedule:
        case Contact.Schedule.AWAKE:
            return waking_hours.find_waking(user, now)
        case Contact.Schedule.DAILY:
            return waking_hours.find_digest(user, now)
    return now
