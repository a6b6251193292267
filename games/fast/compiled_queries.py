"""Queries that every move and page asks, compiled once: the ORM takes longer to write one than PostgreSQL to answer it.

`@CompiledQuery` stands before a function that returns a queryset, with `Given` in the place of what differs each time.
The ORM writes the SQL and makes objects of the rows, so a new column needs no change here.
"""

from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.models import Expression, Field, QuerySet

from games.fast.switches import is_on
from games.rules.registry import list_versions

Row = TypeVar("Row")
asked: ContextVar[dict[str, Any] | None] = ContextVar("asked", default=None)
"""The values of a query that is compiled each time it is asked, as the device is switched off."""


class Given(Expression):
    """A value in a compiled query, by its name: it is given each time the query is asked."""

    def __init__(self, name: str, field: "Field[Any, Any]") -> None:
        super().__init__(output_field=field)
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        given = asked.get()
        return "%s", [self if given is None else self.fill(given)]

    def fill(self, given: dict[str, Any]) -> Any:
        """Return what is given, as the database takes it."""
        return self.output_field.get_db_prep_value(given[self.name], connection)


@dataclass(frozen=True)
class Compiled:
    """A queryset with the SQL that the ORM wrote for it."""

    queryset: QuerySet[Any, Any]
    compiler: Any
    sql: str
    params: tuple[Any, ...]

    def ask(self, given: dict[str, Any]) -> list[Any]:
        """Return what the ORM makes of the rows that the database finds."""
        values = [param.fill(given) if isinstance(param, Given) else param for param in self.params]
        with execute(self.sql, values) as cursor:
            rows = cursor.fetchall()
        compiler, queryset = copy(self.compiler), self.queryset.all()
        compiler.execute_sql = lambda *args, **options: [rows]
        queryset.query.get_compiler = lambda *args, **options: compiler  # type: ignore[method-assign]
        return list(queryset)


class CompiledQuery(Generic[Row]):
    """A query that `make` writes with the ORM, compiled when it is first asked."""

    def __init__(self, make: Callable[[], QuerySet[Any, Row]]) -> None:
        self.make = make
        self.compile = lru_cache(self.compile_once)

    def ask(self, **given: Any) -> list[Row]:
        """Return what the database finds. One query."""
        if is_on("compiled_queries"):
            return self.compile(connection.vendor, list_versions()).ask(given)
        token = asked.set(given)
        try:
            return list(self.make())
        finally:
            asked.reset(token)

    def compile_once(self, vendor: str, versions: object) -> Compiled:
        """Compile the query for a database and for the `versions` of rules that are known, as it may depend on them."""
        queryset = self.make()
        compiler = queryset.query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        if vendor == "postgresql":
            sql, params = write_constants(sql, params)
        converters = compiler.get_converters([column for column, *_ in compiler.select[: compiler.col_count]])
        compiler.get_converters = lambda columns: converters
        return Compiled(queryset, compiler, sql, tuple(params))


def execute(sql: str, values: Sequence[Any]) -> CursorWrapper:
    """Execute a statement, which PostgreSQL keeps for this connection: values go beside the SQL, not in it."""
    cursor = connection.cursor()
    if connection.vendor == "postgresql" and is_on("prepared_statements"):
        # Of `requirements/prod.txt`.
        from psycopg import Cursor

        cursor.cursor = Cursor(connection.connection)
    cursor.execute(sql, values)
    return cursor


def write_constants(sql: str, params: Iterable[Any]) -> tuple[str, list[Given]]:
    """Return SQL with each constant written into it, and the values that are left to be given.

    PostgreSQL plans a prepared statement without its values: an index with a condition is used only if that is written.
    """
    params = list(params)
    written = ["%s" if isinstance(param, Given) else write_literal(param) for param in params]
    return sql.replace("%%", "%%%%") % tuple(written), [param for param in params if isinstance(param, Given)]


def write_literal(value: Any) -> str:
    """Return a constant as PostgreSQL writes it, in a text that is still to be filled."""
    written: str = connection.ops.compose_sql("%s", [value])  # type: ignore[attr-defined]
    return written.replace("%", "%%")
