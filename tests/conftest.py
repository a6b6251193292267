"""What every test gets: a clean cache, language and time zone, and skips for back ends that are not there."""

import os
import shutil
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import connection
from django.utils import timezone, translation

from games.reads import wall_clock
from games.services.health import try_to_write
from tests.rounds import is_deep


@pytest.fixture(autouse=True)
def leave_nothing_to_the_next_test() -> Iterator[None]:
    """Forget rate limits, the language and time zone that the last request left on this thread, and a tried write."""
    yield
    try_to_write.cache_clear()
    cache.clear()
    translation.deactivate()
    timezone.deactivate()


@pytest.fixture(autouse=True)
def believe_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the machine agree that the time passed which a test lets pass, unless the test says otherwise."""
    monkeypatch.setattr(wall_clock, "find_start", lambda now: 0.0)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave what takes long to the deep rounds, and skip what needs a back end that this run has not."""
    if not is_deep():
        left = [item for item in items if "deep" in item.keywords]
        items[:] = [item for item in items if "deep" not in item.keywords]
        config.hook.pytest_deselected(items=left)
    skips = {}
    if connection.vendor != "postgresql":
        skips["postgres"] = pytest.mark.skip(reason="needs PostgreSQL")
    if not os.environ.get("REDIS_URL"):
        skips["redis"] = pytest.mark.skip(reason="needs Redis")
    if not shutil.which("caddy"):
        skips["caddy"] = pytest.mark.skip(reason="needs Caddy: apt-get install caddy")
    for item in items:
        for name, skip in skips.items():
            if name in item.keywords:
                item.add_marker(skip)
