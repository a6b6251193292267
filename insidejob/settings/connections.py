"""Connections to PostgreSQL per process: together below the server's limit."""

from typing import Any

THREADS = 4
"""Of a web process, one connection each. A worker's process has one thread."""
KEPT = 600
"""Maximum age of a thread's connection, and idle time of a pooled one, in seconds.

Its prepared statements are lost with it, and planning a move takes longer than doing it.
"""
WAIT = 30.0
"""Seconds to wait for a pooled connection: as long as a statement may take."""
RETRY = 5.0
"""Seconds the pool tries to reconnect; after that the next request makes it try again.

The default is minutes with growing intervals, which finds a restarted server late.
"""

PREPARE_AFTER = 1
"""Executions before a statement is prepared."""
TIME_LIMITS = {"statement_timeout": "30s", "lock_timeout": "10s", "idle_in_transaction_session_timeout": "60s"}
"""PostgreSQL ends what takes longer."""


def share_connections(connections: int, processes: int) -> int:
    """At most one per thread. Exit if there are too few."""
    if not 0 < processes <= connections:
        raise SystemExit(
            f"Inside Job cannot share {connections} connections to PostgreSQL among {processes} processes: "
            "see DATABASE_CONNECTIONS and SITE_PROCESSES."
        )
    return min(THREADS, connections // processes)


def keep_connections(each: int) -> tuple[int, dict[str, Any]]:
    """Return `CONN_MAX_AGE` and `OPTIONS`: a connection per thread, or a smaller pool."""
    if each == THREADS:
        return KEPT, {}
    return 0, {"pool": {"min_size": 0, "max_size": each, "timeout": WAIT, "reconnect_timeout": RETRY, "max_idle": KEPT}}


def keep_statements(*, is_pooled: bool) -> dict[str, Any]:
    """Prepare statements that are sent often; a pooler may change connections."""
    return {"prepare_threshold": None if is_pooled else PREPARE_AFTER, "server_side_binding": not is_pooled}
