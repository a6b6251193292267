"""Watches processor time here and in PostgreSQL, and how long transactions take."""

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, TypeVar

from django.db import ProgrammingError, connection, connections

Result = TypeVar("Result")
TICKS = os.sysconf("SC_CLK_TCK")


@contextmanager
def watch_transactions() -> Iterator[list[float]]:
    seconds, begun, plain = list[float](), [0.0], connection.set_autocommit

    def watched(autocommit: bool, *args: Any, **kwargs: Any) -> None:
        began, begun[0] = begun[0], 0.0 if autocommit else perf_counter()
        plain(autocommit, *args, **kwargs)
        # New connections set it too, without a transaction.
        if autocommit and began:
            seconds.append(perf_counter() - began)

    connection.set_autocommit = watched  # type: ignore[method-assign]
    try:
        yield seconds
    finally:
        connection.set_autocommit = plain  # type: ignore[method-assign]


def read_server_time() -> float:
    """Return PostgreSQL's processor time in seconds, or 0 if it runs on another machine."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        stat = Path(f"/proc/{cursor.fetchone()[0]}/stat")
    if not stat.exists():
        return 0.0
    spent = stat.read_text().rpartition(")")[2].split()
    return (int(spent[11]) + int(spent[12])) / TICKS


def spend(work: Callable[[], object], times: int = 1) -> tuple[float, float]:
    before, server = process_time(), read_server_time()
    for _ in range(times):
        work()
    return (process_time() - before) / times, (read_server_time() - server) / times


def run_apart(works: Sequence[Callable[[], Result]]) -> list[Result]:
    connections.close_all()
    context = get_context("fork")
    ends = [context.Pipe(duplex=False) for _ in works]
    pairs = zip(works, ends, strict=True)
    children = [context.Process(target=send, args=(work, end)) for work, (_, end) in pairs]
    for child in children:
        child.start()
    results = [receiver.recv() for receiver, _ in ends]
    for child in children:
        child.join()
    return results


def send(work: Callable[[], object], end: Any) -> None:
    gc.freeze()
    end.send(work())


def settle() -> None:
    """Let PostgreSQL write its changed pages to disk before a measurement.

    Only superusers and members of `pg_checkpoint` can do that.
    """
    try:
        with connection.cursor() as cursor:
            cursor.execute("CHECKPOINT")
    except ProgrammingError:
        print("  no checkpoint, for want of rights: waiting for the disk is measured, too")
