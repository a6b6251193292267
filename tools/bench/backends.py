"""Reads how much processor time PostgreSQL used on this machine."""

from contextlib import suppress
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict

BACKENDS = "SELECT pid FROM pg_stat_activity WHERE datname = ANY(%s) AND pid <> pg_backend_pid()"


def read_processor_time(pid: int) -> float | None:
    """Return the processor time of a single-threaded process in seconds.

    None means that it has ended or runs elsewhere.
    """
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9
    return None


class Backends:
    def __init__(self, *urls: str) -> None:
        self.names = [conninfo_to_dict(url)["dbname"] for url in urls]
        self.connection = psycopg.connect(urls[0], autocommit=True) if urls else None
        self.known: dict[int, float] = {}

    def __enter__(self) -> "Backends":
        return self

    def __exit__(self, *error: object) -> None:
        if self.connection:
            self.connection.close()

    def processor_time(self) -> float:
        rows = self.connection.execute(BACKENDS, [self.names]).fetchall() if self.connection else []
        for (pid,) in rows:
            taken = read_processor_time(pid)
            if taken is not None:
                self.known[pid] = taken
        return sum(self.known.values())
