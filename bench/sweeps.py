"""The cost of a sweep on PostgreSQL: 100 deadlines closed among 1,000 games, and among 100,000."""

from bench.database import measure_on_postgres
from bench.figures import Figure


def measure() -> list[Figure]:
    """Return the figures; none where there is no PostgreSQL."""
    return measure_on_postgres(measure_sweeps)


def measure_sweeps() -> list[Figure]:
    """Return the figures of sweeps."""
    # Models can be imported only once the database is there.
    from bench import due

    return due.measure_sweeps()
