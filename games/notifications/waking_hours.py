"""Computes when a user is awake, and when their digest is due."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from accounts.models import User

DIGEST_AT = time(18)


def find_waking(user: User, now: datetime) -> datetime:
    return user.hours.add(now, timedelta(0))


def find_digest(user: User, now: datetime) -> datetime:
    zone = ZoneInfo(user.time_zone)
    today = datetime.combine(now.astimezone(zone).date(), DIGEST_AT, zone)
    return today if today > now else datetime.combine(today.date() + timedelta(days=1), DIGEST_AT, zone)
