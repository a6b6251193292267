"""Statements that PostgreSQL keeps for a connection: understanding one takes longer than doing it, so it is done once.

They are called by name in text, and not by the driver's own means, as only texts travel together in one message.
"""

from collections.abc import Sequence
from itertools import count
from typing import Any
from weakref import WeakKeyDictionary

from django.db import connection

MOST = 100
"""How many statements a connection keeps; others are sent whole each time. A site at work has some forty."""

kept: WeakKeyDictionary[Any, dict[str, str]] = WeakKeyDictionary()
"""By connection of the driver's: the names of the statements that are kept for it, by their texts."""
# Never used twice: where a connection broke off, nobody knows what it keeps.
numbers = count(1)


def write_call(cursor: Any, sql: str, values: Sequence[Any]) -> str:
    """Return the text that executes a statement with some values, which is kept from now on."""
    name = name_statement(cursor, sql, len(values))
    if name is None:
        text: str = cursor.mogrify(sql, values)
        return text
    given = f" ({', '.join(['%s'] * len(values))})" if values else ""
    called: str = cursor.mogrify(f"EXECUTE {name}{given}", values)
    return called


def name_statement(cursor: Any, sql: str, places: int) -> str | None:
    """Return the name of a statement that has so many values, or None if enough others are kept."""
    names = kept.setdefault(connection.connection, {})
    if sql in names:
        return names[sql]
    if len(names) >= MOST:
        return None
    name = f"kept_{next(numbers)}"
    # By the driver's cursor: it is no statement that does something, and nobody listens for it.
    with connection.wrap_database_errors:
        cursor.cursor.execute(f"PREPARE {name} AS {sql % tuple(f'${place}' for place in range(1, places + 1))}")
    names[sql] = name
    return name
