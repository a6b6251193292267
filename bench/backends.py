"""The processor time that PostgreSQL takes for some databases, as Linux counts it on the same machine; else none."""

from contextlib import suppress
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict

BACKENDS = "SELECT pid FROM pg_stat_activity WHERE datname = ANY(%s) AND pid <> pg_backend_pid()"


def read_processor_time(pid: int) -> float | None:
    """Return the seconds that a process of one thread has run, to the nanosecond; None if it is gone or not here."""
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9
    return None


class Backends:
    """The processes of PostgreSQL that serve the databases at some URLs, all on one server."""

    def __init__(self, *urls: str) -> None:
        self.names = [conninfo_to_dict(url)["dbname"] for url in urls]
        self.connection = psycopg.connect(urls[0], autocommit=True) if urls else None
        self.known: dict[int, float] = {}

    def __enter__(self) -> "Backends":
        return self

    def __exit__(self, *error: object) -> None:
        """Hang up."""
        if self.connection:
            self.connection.close()

    def processor_time(self) -> float:
        """Return the seconds of processor time that all of them have taken so far, those that have ended included."""
        rows = self.connection.execute(BACKENDS, [self.names]).fetchall() if self.connection else []
        for (pid,) in rows:
            taken = read_processor_time(pid)
            if taken is not None:
                self.known[pid] = taken
        return sum(self.known.values())
