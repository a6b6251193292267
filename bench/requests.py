"""The speed of requests on PostgreSQL: a move, and "nothing new", each beside a minimal Django view in the same run.

A request is a call of the WSGI application: all middleware, the session and the person from the database, a commit that
waits for the disk (if the server does so), the answer rendered. What is compared takes turns, request by request.
"""

from bench.database import measure_on_postgres
from bench.figures import Figure


def measure() -> list[Figure]:
    """Return the figures; none where there is no PostgreSQL."""
    return measure_on_postgres(measure_requests)


def measure_requests() -> list[Figure]:
    """Return the figures of moves and of looks for news."""
    # Models can be imported only once the database is there.
    from bench import clients

    return clients.measure_requests()
