"""The times of weekly tables in tests."""

from datetime import UTC, datetime, timedelta

MINUTE, HOUR, DAY, WEEK = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1), timedelta(days=7)
SUNDAY_NIGHT = datetime(2026, 3, 8, 21, tzinfo=UTC)
"""Before a Monday in Paris, three weeks before summer time begins."""
MONDAY_AT_NINE = datetime(2026, 3, 9, 8, tzinfo=UTC)
