"""django-redis with two changes for the time while Redis is away.

Without them, pages would wait for Redis, and sign-in would be refused.
"""

import time
from typing import Any

import structlog
from django_redis.cache import RedisCache
from django_redis.exceptions import ConnectionInterrupted
from redis import Redis, RedisError

PAUSE = 5.0
"""Seconds without calls to Redis after one has failed. django-redis alone waits for the time-out in every call."""

log = structlog.get_logger(__name__)


class PausingRedis(Redis):
    # Shared by the threads of a process. Each of them has a client.
    away_until = 0.0

    def execute_command(self, *arguments: Any, **options: Any) -> Any:
        """Run a command, unless one has failed in the last seconds.

        The error is one that django-redis ignores, even for commands that it does not guard, such as those of `touch`.
        """
        if time.monotonic() < PausingRedis.away_until:
            raise ConnectionInterrupted(self)
        try:
            return super().execute_command(*arguments, **options)  # type: ignore[no-untyped-call]
        except RedisError as error:
            PausingRedis.away_until = time.monotonic() + PAUSE
            log.warning("cache away", reason=type(error).__name__)
            raise ConnectionInterrupted(self) from error


class ForgivingCache(RedisCache):  # type: ignore[misc]
    """A cache where `add` succeeds while Redis is away: allauth would take False for a lock that another holds."""

    def add(self, *arguments: Any, **options: Any) -> bool:
        return super().add(*arguments, **options) is not False
