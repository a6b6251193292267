"""The cost of a page of statistics on PostgreSQL: of somebody with 2,000 games, among 20,000 of others."""

from bench.database import measure_on_postgres
from bench.figures import Figure


def measure() -> list[Figure]:
    """Return the figures; none where there is no PostgreSQL."""
    return measure_on_postgres(measure_pages)


def measure_pages() -> list[Figure]:
    """Return the figures of pages."""
    # Models can be imported only once the database is there.
    from bench import pasts

    return pasts.measure_pages()
