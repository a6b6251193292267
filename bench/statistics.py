"""The statistics page of a user with 2,000 games, among 20,000 others."""

from bench.database import measure_on_postgres
from bench.figures import Figure


def measure() -> list[Figure]:
    return measure_on_postgres(measure_pages)


def measure_pages() -> list[Figure]:
    # Models need the database.
    from bench import pasts

    return pasts.measure_pages()
