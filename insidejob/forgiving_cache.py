"""A Redis cache that acts as empty while Redis is down.

Limits that must hold without Redis are in the database.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import structlog
from django.core.cache.backends.filebased import FileBasedCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis import RedisError

T = TypeVar("T")
PAUSE = 5.0
"""Seconds before Redis is tried again, or each page would wait several times."""

log = structlog.get_logger(__name__)


class ForgivingClient(RedisCacheClient):
    # Shared by threads, which have a client each.
    away_until = 0.0

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._clients: dict[int, Any] = {}

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        """Creating a client takes much of the time of a call."""
        server = self._get_connection_pool_index(write)  # type: ignore[attr-defined]
        if server not in self._clients:
            self._clients[server] = super().get_client(key, write=write)
        return self._clients[server]

    def attempt(self, call: Callable[..., T], otherwise: T, *arguments: Any) -> T:
        if time.monotonic() < ForgivingClient.away_until:
            return otherwise
        try:
            return call(*arguments)
        except RedisError as error:
            ForgivingClient.away_until = time.monotonic() + PAUSE
            log.warning("cache away", reason=type(error).__name__)
            return otherwise

    def add(self, key: Any, value: Any, timeout: Any) -> bool:
        """All who want a lock get it."""
        return self.attempt(super().add, True, key, value, timeout)

    def get(self, key: Any, default: Any) -> Any:
        return self.attempt(super().get, default, key, default)

    def set(self, key: Any, value: Any, timeout: Any) -> None:
        self.attempt(super().set, None, key, value, timeout)

    def touch(self, key: Any, timeout: Any) -> bool:
        return self.attempt(super().touch, False, key, timeout)

    def delete(self, key: Any) -> bool:
        return self.attempt(super().delete, False, key)

    def get_many(self, keys: Any) -> dict[Any, Any]:
        return self.attempt(super().get_many, {}, keys)

    def has_key(self, key: Any) -> bool:
        return self.attempt(super().has_key, False, key)

    def incr(self, key: Any, delta: Any) -> Any:
        """Raise `ValueError`, as for a missing key."""
        value = self.attempt(super().incr, None, key, delta)
        if value is None:
            raise ValueError(f"Key {key!r} not found.")
        return value

    def set_many(self, data: Any, timeout: Any) -> None:
        self.attempt(super().set_many, None, data, timeout)

    def delete_many(self, keys: Any) -> None:
        self.attempt(super().delete_many, None, keys)

    def clear(self) -> bool:
        return self.attempt(super().clear, False)


class ForgivingRedisCache(RedisCache):
    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = ForgivingClient


class ForgivingFileCache(FileBasedCache):
    """Stores nothing while the disk is full."""

    def set(self, *arguments: Any, **options: Any) -> None:
        with suppress(OSError):
            super().set(*arguments, **options)
