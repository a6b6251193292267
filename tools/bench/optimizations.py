"""Measures what each optimization of `games.fast` saves:

`make bench ARGS=optimizations`. The same moments are played with and without it in turn.
"""

import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.infra.redis_cache import cache_settings
from tools.bench.database import measure_on_postgres
from tools.bench.figures import Figure
from tools.bench.http import run_redis
from tools.bench.http.client import HOST


def measure(is_quick: bool) -> list[Figure]:
    if not shutil.which("redis-server"):
        print("  left out: no redis-server is at hand")
        return []
    return measure_on_postgres(lambda: measure_optimizations(is_quick))


def measure_optimizations(is_quick: bool) -> list[Figure]:
    # Models need the database.
    from tools.bench import optimization_costs

    with cache_in_redis():
        return optimization_costs.measure_all(optimization_costs.QUICK if is_quick else optimization_costs.FULL)


@contextmanager
def cache_in_redis() -> Iterator[None]:
    from django.test import override_settings

    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="insidejob-bench-"))
        location = f"redis://{HOST}:{stack.enter_context(run_redis(Path(folder)))}/0"
        caches = {"default": cache_settings(location, KEY_PREFIX=secrets.token_hex(3))}
        stack.enter_context(override_settings(CACHES=caches, POLLS_FROM_CACHE=True))
        yield
