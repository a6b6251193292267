"""Writes many rows with plain SQL, because the ORM makes an expression of each value."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Model

from games.fast.compiled_queries import execute
from games.fast.switches import is_on

AnyField = Any
KEPT = 256
"""How many SQL strings a process keeps."""


def insert(rows: Iterable[Model], *, ignore_conflicts: bool = False) -> None:
    """Insert rows like `bulk_create`, but without setting their primary keys."""
    rows = list(rows)
    if not rows:
        return
    model = type(rows[0])
    if is_on("writes"):
        sql = _write_insert(connection.vendor, model, len(rows), ignore_conflicts)
        execute(sql, _list_values(rows, _list_inserted(model))).close()
    else:
        model._base_manager.bulk_create(rows, ignore_conflicts=ignore_conflicts)


def update(rows: Sequence[Model], names: tuple[str, ...]) -> None:
    """Update the named columns of rows, like `bulk_update`."""
    if not rows:
        return
    model = type(rows[0])
    if is_on("writes"):
        sql = _write_update(connection.vendor, model, len(rows), names)
        execute(sql, _list_values(rows, _list_updated(model, names))).close()
    else:
        model._base_manager.bulk_update(rows, names)


@lru_cache(maxsize=KEPT)
def _write_insert(vendor: str, model: type[Model], count: int, ignore_conflicts: bool) -> str:
    fields = _list_inserted(model)
    columns = ", ".join(_quote(field.column) for field in fields)
    values = ", ".join([f"({', '.join(['%s'] * len(fields))})"] * count)
    conflict = "ON CONFLICT DO NOTHING" if ignore_conflicts else ""
    return f"INSERT INTO {_quote(model._meta.db_table)} ({columns}) VALUES {values} {conflict}"  # noqa: S608


@lru_cache(maxsize=KEPT)
def _write_update(vendor: str, model: type[Model], count: int, names: tuple[str, ...]) -> str:
    fields = _list_updated(model, names)
    table, (key, *columns) = _quote(model._meta.db_table), [_quote(field.column) for field in fields]
    # PostgreSQL and SQLite both call the columns of VALUES by this name.
    changes = ", ".join(f"{column} = new.column{place}" for place, column in enumerate(columns, start=2))
    values = ", ".join([f"({', '.join(map(_write_place, fields))})"] * count)
    return f"UPDATE {table} SET {changes} FROM (VALUES {values}) AS new WHERE {table}.{key} = new.column1"  # noqa: S608


def _write_place(field: AnyField) -> str:
    """Return the placeholder of a column, with a cast where the database could not know the type."""
    typed = connection.features.requires_casted_case_in_updates
    return f"CAST(%s AS {field.cast_db_type(connection)})" if typed else "%s"


def _list_inserted(model: type[Model]) -> list[AnyField]:
    return [field for field in model._meta.concrete_fields if not field.primary_key]


def _list_updated(model: type[Model], names: Iterable[str]) -> list[AnyField]:
    return [model._meta.pk, *(model._meta.get_field(name) for name in names)]


def _list_values(rows: Iterable[Model], fields: Sequence[AnyField]) -> list[Any]:
    # `connection` would look up the thread for each value.
    database = connections[DEFAULT_DB_ALIAS]
    return [field.get_db_prep_save(getattr(row, field.attname), database) for row in rows for field in fields]


def _quote(name: str) -> str:
    return connection.ops.quote_name(name)
