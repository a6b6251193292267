"""A sweep that closes 100 deadlines, among 1,000 and 100,000 games."""

from bench.database import measure_on_postgres
from bench.figures import Figure


def measure() -> list[Figure]:
    return measure_on_postgres(measure_sweeps)


def measure_sweeps() -> list[Figure]:
    # Models need the database.
    from bench import due

    return due.measure_sweeps()
