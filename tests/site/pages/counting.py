"""How many queries a page costs."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.test import Client


@contextmanager
def counted() -> Iterator[list[str]]:
    """Give the list of statements sent to the database, those about savepoints left out."""
    statements: list[str] = []

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if "SAVEPOINT" not in sql:
            statements.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield statements


def count_get(client: Client, path: str, **headers: str) -> int:
    with counted() as statements:
        assert client.get(path, headers=headers).status_code in (200, 204)
    return len(statements)
