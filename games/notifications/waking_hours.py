"""When a person is awake, by the hours that they chose, and when it is time for their digest."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from accounts.models import User

DIGEST_AT = time(18)


def is_awake(user: User, now: datetime) -> bool:
    """Tell whether a person is awake."""
    return find_waking(user, now) == now


def find_waking(user: User, now: datetime) -> datetime:
    """Return when a person is next awake: `now` if they are."""
    return user.hours.add(now, timedelta(0))


def find_digest(user: User, now: datetime) -> datetime:
    """Return the time of a person's next digest."""
    zone = ZoneInfo(user.time_zone)
    today = datetime.combine(now.astimezone(zone).date(), DIGEST_AT, zone)
    return today if today > now else datetime.combine(today.date() + timedelta(days=1), DIGEST_AT, zone)
