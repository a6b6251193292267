"""Compiles frequent queries only once, because the ORM takes longer than PostgreSQL.

`@CompiledQuery` decorates a function that returns a queryset. `Given` stands for values that change.
"""

from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.utils import CursorWrapper
from django.db.models import Expression, Field, QuerySet

from games.fast.switches import is_on
from games.rules.registry import list_versions

Row = TypeVar("Row")
asked: ContextVar[dict[str, Any] | None] = ContextVar("asked", default=None)
"""The values of the query being run while compiling once is switched off, so that the query is compiled each time."""


class Given(Expression):
    """A named value that a compiled query gets each time it runs."""

    def __init__(self, name: str, field: "Field[Any, Any]") -> None:
        super().__init__(output_field=field)
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        given = asked.get()
        return "%s", [self if given is None else self.fill(given)]

    def fill(self, given: dict[str, Any]) -> Any:
        return self.output_field.get_db_prep_value(given[self.name], connection)


@dataclass(frozen=True)
class Compiled:
    queryset: QuerySet[Any, Any]
    compiler: Any
    sql: str
    params: tuple[Any, ...]

    def ask(self, given: dict[str, Any]) -> list[Any]:
        values = [param.fill(given) if isinstance(param, Given) else param for param in self.params]
        # Which database it is, a router says each time.
        with execute(self.sql, values, self.queryset.db) as cursor:
            rows = cursor.fetchall()
        compiler, queryset = copy(self.compiler), self.queryset.all()
        compiler.execute_sql = lambda *args, **options: [rows]
        queryset.query.get_compiler = lambda *args, **options: compiler  # type: ignore[method-assign]
        return list(queryset)


class CompiledQuery(Generic[Row]):
    """A query that is compiled when it is first run, and then only filled with values."""

    def __init__(self, make: Callable[[], QuerySet[Any, Row]]) -> None:
        self.make = make
        self.compile = lru_cache(self.compile_once)

    def ask(self, **given: Any) -> list[Row]:
        if is_on("compiled_queries"):
            return self.compile(connection.vendor, list_versions()).ask(given)
        token = asked.set(given)
        try:
            return list(self.make())
        finally:
            asked.reset(token)

    def compile_once(self, vendor: str, versions: object) -> Compiled:
        """Return the compiled query for a database and for the `versions` of rules, on which its SQL may depend."""
        queryset = self.make()
        compiler = queryset.query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        if vendor == "postgresql":
            sql, params = _write_constants(sql, params)
        converters = compiler.get_converters([column for column, *_ in compiler.select[: compiler.col_count]])
        compiler.get_converters = lambda columns: converters
        return Compiled(queryset, compiler, sql, tuple(params))


def execute(sql: str, values: Sequence[Any], alias: str = DEFAULT_DB_ALIAS) -> CursorWrapper:
    cursor = connections[alias].cursor()
    cursor.execute(sql, values)
    return cursor


def _write_constants(sql: str, params: Iterable[Any]) -> tuple[str, list[Given]]:
    """Return the SQL with its constants written into it, and the values that are still to be given.

    PostgreSQL plans a prepared statement without its values. So it could not use a partial index if the constants were
    values.
    """
    params = list(params)
    written = ["%s" if isinstance(param, Given) else _write_literal(param) for param in params]
    return sql.replace("%%", "%%%%") % tuple(written), [param for param in params if isinstance(param, Given)]


def _write_literal(value: Any) -> str:
    """Return a value as an SQL literal, escaped for `%` formatting."""
    written: str = connection.ops.compose_sql("%s", [value])  # type: ignore[attr-defined]
    return written.replace("%", "%%")
