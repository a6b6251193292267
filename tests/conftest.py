"""What every test gets: a clean cache, language and time zone, and skips for back ends that are not there."""

import os
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import connection
from django.utils import timezone, translation


@pytest.fixture(autouse=True)
def leave_nothing_to_the_next_test() -> Iterator[None]:
    """Forget rate limits, and the language and time zone that the last request left on this thread."""
    yield
    cache.clear()
    translation.deactivate()
    timezone.deactivate()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs a back end that this run has not."""
    skips = {}
    if connection.vendor != "postgresql":
        skips["postgres"] = pytest.mark.skip(reason="needs PostgreSQL")
    if not os.environ.get("REDIS_URL"):
        skips["redis"] = pytest.mark.skip(reason="needs Redis")
    for item in items:
        for name, skip in skips.items():
            if name in item.keywords:
                item.add_marker(skip)
