"""Queries of the ORM that are asked on every page: composed once, as composing one takes longer than asking it.

The ORM writes the text and says how columns are read; both are kept, and only the values that are given change.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from django.db import connection
from django.db.models import Expression, Field, QuerySet

Rows = list[tuple[Any, ...]]


class Given(Expression):
    """A value in a query that is composed once, by its name: it is given each time the query is asked."""

    def __init__(self, name: str, field: "Field[Any, Any]") -> None:
        super().__init__(output_field=field)
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        return "%s", [self]


class Composed:
    """A query for rows of values that `make` writes, with `Given` in the place of what changes."""

    def __init__(self, make: Callable[[], QuerySet[Any, Any]]) -> None:
        self.make = make
        self.compose = lru_cache(self.write)

    def ask(self, **given: Any) -> Rows:
        """Return the rows that the database finds. One statement."""
        sql, params, converters = self.compose(connection.vendor)
        values = [fill(param, given) if isinstance(param, Given) else param for param in params]
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            found = cursor.fetchall()
        return [tuple(convert(row, converters)) for row in found] if converters else found

    def write(self, vendor: str) -> tuple[str, tuple[Any, ...], dict[int, Any]]:
        """Return the text of the query, its values, and by place in a row what makes a value of what is there."""
        compiler = self.make().query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        columns = [column for column, _, _ in compiler.select[: compiler.col_count]]
        return sql, tuple(params), compiler.get_converters(columns)


def fill(place: Given, given: dict[str, Any]) -> Any:
    """Return what is given for a place, as the database takes it."""
    return place.output_field.get_db_prep_value(given[place.name], connection)


def convert(row: Iterable[Any], converters: dict[int, Any]) -> list[Any]:
    """Return the values of a row, read as their fields say."""
    values = list(row)
    for place, (each, column) in converters.items():
        for one in each:
            values[place] = one(values[place], column, connection)
    return values
