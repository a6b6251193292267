"""Queries of the ORM that are asked on every page: composed once, as composing one takes longer than asking it.

The ORM writes the text and says how columns are read; both are kept, and only the values that are given change.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from django.db import connection
from django.db.models import Expression, Field, QuerySet

from games.fast.batches import Rows, ask_all
from games.rules.registry import list_versions


class Given(Expression):
    """A value in a query that is composed once, by its name: it is given each time the query is asked."""

    def __init__(self, name: str, field: "Field[Any, Any]") -> None:
        super().__init__(output_field=field)
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        return "%s", [self]


class CompiledQuery:
    """A query for rows of values that `make` writes, with `Given` in the place of what changes."""

    def __init__(self, make: Callable[[], QuerySet[Any, Any]]) -> None:
        self.make = make
        self.compose = lru_cache(self.write)

    def ask(self, **given: Any) -> Rows:
        """Return the rows that the database finds. One statement."""
        sql, params, converters = self.compose(connection.vendor, list_versions())
        values = [fill(param, given) if isinstance(param, Given) else param for param in params]
        [found] = ask_all([(sql, values)])
        return [tuple(convert(row, converters)) for row in found] if converters else found

    def write(self, vendor: str, versions: object) -> tuple[str, tuple[Any, ...], dict[int, Any]]:
        """Return the text of the query, its values, and by place in a row what makes a value of what is there.

        A query may depend on which rules are known: so it is kept for these `versions`.
        """
        compiler = self.make().query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        if vendor == "postgresql":
            sql, params = write_out(sql, params)
        columns = [column for column, _, _ in compiler.select[: compiler.col_count]]
        return sql, tuple(params), compiler.get_converters(columns)


def write_out(sql: str, params: Iterable[Any]) -> tuple[str, list[Given]]:
    """Return a text with all that never changes written into it, and what is left to be given.

    So a plan that is kept rests on it, as one by an index of certain rows alone has to.
    """
    params = list(params)
    written = ["%s" if isinstance(param, Given) else write_literal(param) for param in params]
    return sql.replace("%%", "%%%%") % tuple(written), [param for param in params if isinstance(param, Given)]


def write_literal(value: Any) -> str:
    """Return a value as PostgreSQL writes it, to stand in a text that is still to be filled."""
    written: str = connection.ops.compose_sql("%s", [value])  # type: ignore[attr-defined]
    return written.replace("%", "%%")


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
