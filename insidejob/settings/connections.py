"""How many connections to PostgreSQL each process opens. All together stay below the server's limit."""

from typing import Any

THREADS = 4
"""How many threads a web process has. Each keeps a connection."""
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
"""PostgreSQL prepares a statement after so many executions."""
TIME_LIMITS = {"statement_timeout": "30s", "lock_timeout": "10s", "idle_in_transaction_session_timeout": "60s"}
"""PostgreSQL ends statements, waits for locks and idle transactions that take longer."""


def share_connections(connections: int, processes: int) -> int:
    """Return how many connections each process gets, at most one per thread. Exit if there are too few."""
    if not 0 < processes <= connections:
        raise SystemExit(
            f"Inside Job cannot share {connections} connections to PostgreSQL among {processes} processes: "
            "see DATABASE_CONNECTIONS and SITE_PROCESSES."
        )
    return min(THREADS, connections // processes)


def keep_connections(each: int, wait: float = WAIT) -> tuple[int, dict[str, Any]]:
    """Return `CONN_MAX_AGE` and `OPTIONS`: a connection per thread, or a smaller pool."""
    if each == THREADS:
        return KEPT, {}
    return 0, {"pool": {"min_size": 0, "max_size": each, "timeout": wait, "reconnect_timeout": RETRY, "max_idle": KEPT}}


def keep_statements(*, is_pooled: bool) -> dict[str, Any]:
    """Return options that make PostgreSQL prepare statements.

    Behind a pooler it must not, because a pooler may change connections.
    """
    return {"prepare_threshold": None if is_pooled else PREPARE_AFTER, "server_side_binding": not is_pooled}
