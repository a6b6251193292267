"""What each device of `games.fast` brings: `python -m bench devices`, or `make bench ARGS=devices`.

The same moments of games are stored once for each device and played without it, in one process and in turn.
"""

import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bench.database import measure_on_postgres
from bench.figures import Figure
from bench.http import run_redis
from bench.http.client import HOST
from tests.infra.redis_cache import cache_settings


def measure(is_quick: bool) -> list[Figure]:
    """Return the figures; none where there is no PostgreSQL or no Redis."""
    if not shutil.which("redis-server"):
        print("  left out: no redis-server is at hand")
        return []
    return measure_on_postgres(lambda: measure_devices(is_quick))


def measure_devices(is_quick: bool) -> list[Figure]:
    """Return what a move, a page, a poll and a deadline cost more without each device."""
    # Models can be imported only once the database is there.
    from bench import device_costs

    with cache_in_redis():
        return device_costs.measure_all(device_costs.QUICK if is_quick else device_costs.FULL)


@contextmanager
def cache_in_redis() -> Iterator[None]:
    """Let the cache be a Redis, from which polls are answered, as in production."""
    from django.test import override_settings

    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="insidejob-bench-"))
        location = f"redis://{HOST}:{stack.enter_context(run_redis(Path(folder)))}/0"
        caches = {"default": cache_settings(location, KEY_PREFIX=secrets.token_hex(3))}
        stack.enter_context(override_settings(CACHES=caches, POLLS_FROM_CACHE=True))
        yield
