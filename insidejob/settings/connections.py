"""Connections to PostgreSQL: how many a process may hold, so that all together stay below what the server grants."""

from typing import Any

THREADS = 4
"""Of a web process, as the units start it: each keeps one connection at most. A process of a worker has one thread."""
KEPT = 600
"""Seconds for which a thread keeps its connection, or a pool one that nobody needs.

What PostgreSQL has planned for a connection ends with it, and planning a move takes longer than doing it.
"""
WAIT = 30.0
"""Seconds for which a thread waits for a connection of the pool: as long as a statement may take."""
RETRY = 5.0
"""Seconds for which the pool tries to reach a server that is away; then whoever asks next makes it try anew.

By default it tries for minutes, at ever longer intervals, and so finds a server late that is back.
"""

TIME_LIMITS = {"statement_timeout": "30s", "lock_timeout": "10s", "idle_in_transaction_session_timeout": "60s"}
"""What PostgreSQL ends that takes longer."""
PREPARE_AFTER = 1
"""How often a connection sends a statement before PostgreSQL keeps it."""


def share_connections(connections: int, processes: int) -> int:
    """Return how many connections each of the processes may hold: no more than it has threads.

    Ends with one sentence where there is not one for each.
    """
    if not 0 < processes <= connections:
        raise SystemExit(
            f"Inside Job cannot share {connections} connections to PostgreSQL among {processes} processes: "
            "see DATABASE_CONNECTIONS and SITE_PROCESSES."
        )
    return min(THREADS, connections // processes)


def keep_connections(each: int) -> tuple[int, dict[str, Any]]:
    """Return `CONN_MAX_AGE` and the options with which a process holds so many connections at most.

    Where there is one for each thread, threads keep them; where there are fewer, they share a pool of psycopg's.
    """
    if each == THREADS:
        return KEPT, {}
    return 0, {"pool": {"min_size": 0, "max_size": each, "timeout": WAIT, "reconnect_timeout": RETRY, "max_idle": KEPT}}


def keep_statements(*, is_pooled: bool) -> dict[str, Any]:
    """Return the option by which psycopg lets PostgreSQL keep the statements of `games.fast`.

    Behind a pooler it keeps none, as each transaction may be on another connection.
    """
    return {"prepare_threshold": None if is_pooled else PREPARE_AFTER}
