"""Rows of several games written together: one statement for each kind of them, where each game would send its own.

Within `gather()` what `hot` would store waits until the end. Any other statement finds it stored, as it sends what
waits before itself. So only the number of statements differs. A game cannot be undone alone: who gathers undoes all.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.db import connection
from django.db.models import Model

Write = Callable[[Sequence[Model]], None]


class Waiting:
    """Rows that wait, by what tells their statement from others, in the order in which these came."""

    def __init__(self) -> None:
        self.rows: dict[object, tuple[Write, dict[int, Model]]] = {}

    def add(self, statement: object, rows: Sequence[Model], write: Write) -> None:
        """Let rows wait for those that the same statement stores. A row is stored once, as it is then."""
        self.rows.setdefault(statement, (write, {}))[1].update((id(row), row) for row in rows)

    def write_all(self) -> None:
        """Store what waits."""
        waiting, self.rows = self.rows, {}
        for write, rows in waiting.values():
            write(list(rows.values()))

    def write_first(self, execute: Callable[..., Any], *statement: Any) -> Any:
        """Store what waits, then send a statement."""
        self.write_all()
        return execute(*statement)


waiting: ContextVar[Waiting | None] = ContextVar("waiting", default=None)


@contextmanager
def gather() -> Iterator[None]:
    """Let what `hot` stores wait until the end. Nothing of it is stored where an error ends it."""
    rows = Waiting()
    token = waiting.set(rows)
    try:
        with connection.execute_wrapper(rows.write_first):
            yield
            rows.write_all()
    finally:
        waiting.reset(token)


def send(statement: object, rows: Sequence[Model], write: Write) -> None:
    """Store rows at once, or let them wait where rows are gathered."""
    rows_waiting = waiting.get()
    if rows_waiting is None:
        write(rows)
    else:
        rows_waiting.add(statement, rows, write)
