"""What a move and a table page cost in processor time of one process: `python -m bench hot`, or `make bench ARGS=hot`.

Processor time, as a machine that others use, too, makes nothing of other clocks. Each request is followed by a minimal
one behind the same middleware, so that shares can be compared between runs. Games of every title are played from the
first move to the last; each move is one that is accepted.
"""

from bench.database import measure_on_postgres
from bench.figures import Figure


def measure() -> list[Figure]:
    """Return the figures; none where there is no PostgreSQL."""
    return measure_on_postgres(measure_hot)


def measure_hot() -> list[Figure]:
    """Return the figures of moves and pages, of each title."""
    # Models can be imported only once the database is there.
    from bench import hot_paths

    return hot_paths.measure_all()
