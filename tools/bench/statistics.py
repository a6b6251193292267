"""Measures the statistics page of a user with 2,000 games in a database with 20,000 other games."""

from tools.bench.database import measure_on_postgres
from tools.bench.figures import Figure


def measure() -> list[Figure]:
    return measure_on_postgres(measure_pages)


def measure_pages() -> list[Figure]:
    # Models need the database.
    from tools.bench import pasts

    return pasts.measure_pages()
