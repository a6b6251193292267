"""What is sent together: rows of one kind in one statement, and statements in one message.

Within `gather()` what `hot` would store waits until the end. Any other statement finds it stored, as it sends what
waits before itself. So only the number of statements differs. A game cannot be undone alone: who gathers undoes all.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.db import connection
from django.db.models import Model

from games.models.prepared import write_call

Statement = tuple[str, Sequence[Any]]
"""A text, and its values."""
Rows = list[tuple[Any, ...]]
Write = Callable[[Sequence[Model]], Statement]
"""What makes of rows the statement that stores them."""


class Waiting:
    """Rows that wait, by what tells their statement from others, in the order in which these came first.

    The order stays once they are stored: moves of one game more come before the deadline that follows from them, too.
    """

    def __init__(self) -> None:
        self.rows: dict[object, tuple[Write, dict[int, Model]]] = {}

    def add(self, statement: object, rows: Sequence[Model], write: Write) -> None:
        """Let rows wait for those that the same statement stores. A row is stored once, as it is then."""
        self.rows.setdefault(statement, (write, {}))[1].update((id(row), row) for row in rows)

    def write_all(self) -> None:
        """Store what waits."""
        waiting = [(write, list(rows.values())) for write, rows in self.rows.values() if rows]
        for _, rows in self.rows.values():
            rows.clear()
        send_all([write(rows) for write, rows in waiting])

    def write_first(self, execute: Callable[..., Any], *statement: Any) -> Any:
        """Store what waits, then send a statement."""
        self.write_all()
        return execute(*statement)


waiting: ContextVar[Waiting | None] = ContextVar("waiting", default=None)


@contextmanager
def gather() -> Iterator[None]:
    """Let what `hot` stores wait until the end. Nothing of it is stored where an error ends it.

    Within another `gather()` it waits for the end of that one.
    """
    if waiting.get() is not None:
        yield
        return
    rows = Waiting()
    token = waiting.set(rows)
    try:
        with connection.execute_wrapper(rows.write_first):
            yield
            rows.write_all()
    finally:
        waiting.reset(token)


def send(kind: object, rows: Sequence[Model], write: Write) -> None:
    """Store rows at once, or let them wait for those of their kind where rows are gathered."""
    rows_waiting = waiting.get()
    if rows_waiting is None:
        send_all([write(rows)])
    else:
        rows_waiting.add(kind, rows, write)


def send_all(statements: Sequence[Statement]) -> None:
    """Send statements one after the other: in one message where that may be."""
    if statements:
        with connection.cursor() as cursor:
            for _ in execute_each(cursor, statements):
                pass


def ask_all(statements: Sequence[Statement]) -> list[Rows]:
    """Send statements as `send_all` does, each of which looks for rows, and return what each finds.

    Each sees what was committed before it began, in one message as apart: what follows a lock is read under it.
    """
    with connection.cursor() as cursor:
        return [cursor.fetchall() for _ in execute_each(cursor, statements)]


def execute_each(cursor: Any, statements: Sequence[Statement]) -> Iterator[None]:
    """Execute statements, and stop after each, where what it found can be read."""
    if connection.vendor == "postgresql":

        def fill(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
            """Call each statement by its name, with its values."""
            return execute("; ".join([write_call(cursor, *each) for each in statements]), None, many, context)

        # Filled last of all: whoever listens for statements is told no values, as of any other.
        with connection.execute_wrapper(fill):
            text = "; ".join([sql for sql, _ in statements])
            cursor.execute(text, [value for _, values in statements for value in values])
        yield
        while cursor.nextset():
            yield
        return
    for sql, values in statements:
        cursor.execute(sql, values)
        yield
