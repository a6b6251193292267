"""What is sent together: rows of one kind in one statement, and statements in one message.

Within `gather()` what `hot` would store waits until the end. Any other statement finds it stored, as it sends what
waits before itself. So only the number of statements differs. A game cannot be undone alone: who gathers undoes all.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from contextvars import ContextVar
from typing import Any

from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.models import Model

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
def batch_writes() -> Iterator[None]:
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
    """Send statements one after the other: in one message where the database takes several."""
    if statements:
        with ExitStack() as stack:
            execute_all(stack, statements)


def ask_all(statements: Sequence[Statement]) -> list[Rows]:
    """Send statements as `send_all` does, each of which looks for rows, and return what each finds.

    Each sees what was committed before it began, in one message as apart: what follows a lock is read under it.
    """
    with ExitStack() as stack:
        return [cursor.fetchall() for cursor in execute_all(stack, statements)]


def execute_all(stack: ExitStack, statements: Sequence[Statement]) -> list[CursorWrapper]:
    """Execute statements, each by a cursor that `stack` closes, and return the cursors."""
    cursors = [stack.enter_context(connection.cursor()) for _ in statements]
    with one_message(cursors) if connection.vendor == "postgresql" else nullcontext():
        for cursor, (sql, values) in zip(cursors, statements, strict=True):
            cursor.execute(sql, values)
    return cursors


@contextmanager
def one_message(cursors: Iterable[CursorWrapper]) -> Iterator[None]:
    """Let PostgreSQL get what the cursors execute in one message; what they find can be read afterwards."""
    # Of `requirements/prod.txt`.
    from psycopg import Cursor

    for cursor in cursors:
        # The ORM's write values into the text. These send them beside it, so that PostgreSQL can keep the statement.
        cursor.cursor = Cursor(connection.connection)
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield
