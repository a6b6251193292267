"""A case is today's from midnight to midnight in the reader's time zone, and open while it is that day anywhere."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone

# The zones where a day begins first and ends last.
FIRST, LAST = timedelta(hours=14), timedelta(hours=-12)
DAY = timedelta(days=1)


def find_today() -> date:
    return timezone.localdate()


def find_site_day(now: datetime) -> date:
    return now.astimezone(ZoneInfo(settings.TIME_ZONE)).date()


def _opens_at(day: date) -> datetime:
    return datetime.combine(day, time(), UTC) - FIRST


def _closes_at(day: date) -> datetime:
    return datetime.combine(day, time(), UTC) + DAY - LAST


def is_open(day: date, now: datetime) -> bool:
    """Whether `day` is today in some time zone: a day lasts 50 hours around the world."""
    return _opens_at(day) <= now < _closes_at(day)


def next_midnight() -> datetime:
    """Return the reader's next midnight. If the clocks skip midnight, it is the first moment after the gap."""
    tomorrow = find_today() + DAY
    return timezone.make_aware(datetime.combine(tomorrow, time()))
