"""Measures a sweep that closes 100 deadlines among 1,000 games, and among 100,000."""

from tools.bench.database import measure_on_postgres
from tools.bench.figures import Figure


def measure() -> list[Figure]:
    return measure_on_postgres(measure_sweeps)


def measure_sweeps() -> list[Figure]:
    # Models need the database.
    from tools.bench import due

    return due.measure_sweeps()
