"""Keeps Celery's queue in files."""

from queue import Empty
from typing import Any

from kombu.transport import filesystem

MAX_WAIT = 0.25
"""Seconds to wait for a message at most."""


class Channel(filesystem.Channel):
    """A channel that skips messages cut short by a full disk.

    Their work is not lost, because sweeps look for it.
    """

    def _get(self, queue: str) -> Any:  # type: ignore[override]
        try:
            return super()._get(queue)
        except ValueError:
            raise Empty from None

    def get_table(self, exchange: str) -> Any:
        try:
            return super().get_table(exchange)
        except ValueError:
            return []

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str | None, queue: str) -> None:
        try:
            super()._queue_bind(exchange, routing_key, pattern, queue)
        except ValueError:
            self._exchange_file(exchange).unlink(missing_ok=True)  # type: ignore[attr-defined]
            super()._queue_bind(exchange, routing_key, pattern, queue)


class Transport(filesystem.Transport):
    Channel = Channel

    def drain_events(self, connection: Any, timeout: float | None = None) -> None:  # type: ignore[override]
        """Wait for a message, but no longer than `MAX_WAIT`.

        Celery asks for two seconds, and checks only between these calls whether it should stop.
        """
        super().drain_events(connection, timeout=min(timeout or MAX_WAIT, MAX_WAIT))
