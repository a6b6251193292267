"""Computes until when the schedule of a channel holds a notification.

That is until its user is awake, or until the hour of the daily digest.
"""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from accounts.models import User
from games.models import Contact, Notification
from games.notifications.types import NOTIFICATION_TYPES, READY, Group

DIGEST_AT = time(18)
MARGIN = timedelta(hours=1)
"""A question is not held back if less than this would remain until its deadline."""


def find_waking(user: User, now: datetime) -> datetime:
    return user.hours.add(now, timedelta(0))


def _find_digest(user: User, now: datetime) -> datetime:
    zone = ZoneInfo(user.time_zone)
    today = datetime.combine(now.astimezone(zone).date(), DIGEST_AT, zone)
    return today if today > now else datetime.combine(today.date() + timedelta(days=1), DIGEST_AT, zone)


def find_held_until(schedule: str, notification: Notification, now: datetime) -> datetime | None:
    """Return until when a schedule holds a notification. None means that it is sent now."""
    return _find_end(schedule, notification.recipient, now, _find_deadline(notification))


def _find_deadline(notification: Notification) -> datetime | None:
    """Return when it is too late to do what the notification asks, if it asks anything."""
    if notification.kind == READY.code:
        return notification.game.ready_until
    is_question = NOTIFICATION_TYPES[notification.kind].group == Group.QUESTION
    return notification.game.until if is_question else None


def _find_end(schedule: str, user: User, now: datetime, due_at: datetime | None) -> datetime | None:
    match schedule:
        case Contact.Schedule.AWAKE:
            held = find_waking(user, now)
        case Contact.Schedule.DAILY:
            held = _find_digest(user, now)
        case _:
            return None
    if held <= now or (due_at is not None and due_at < held + MARGIN):
        return None
    return held
