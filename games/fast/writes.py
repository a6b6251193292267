"""INSERT and UPDATE of several rows of one model as plain SQL: the ORM makes an expression of each value.

Columns, types and values come from the model, so a new column needs no change here.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Model

from games.fast.compiled_queries import execute
from games.fast.switches import is_on

AnyField = Any
"""A field of a model."""
KEPT = 256
"""How many texts are kept: of few models, with few rows."""


def insert(rows: Iterable[Model], *, ignore_conflicts: bool = False) -> None:
    """Do what `bulk_create` does, but learn no primary keys."""
    rows = list(rows)
    if not rows:
        return
    model = type(rows[0])
    if is_on("writes"):
        sql = write_insert(connection.vendor, model, len(rows), ignore_conflicts)
        execute(sql, list_values(rows, list_inserted(model))).close()
    else:
        model._base_manager.bulk_create(rows, ignore_conflicts=ignore_conflicts)


def update(rows: Sequence[Model], names: tuple[str, ...]) -> None:
    """Do what `bulk_update` does."""
    if not rows:
        return
    model = type(rows[0])
    if is_on("writes"):
        sql = write_update(connection.vendor, model, len(rows), names)
        execute(sql, list_values(rows, list_updated(model, names))).close()
    else:
        model._base_manager.bulk_update(rows, names)


@lru_cache(maxsize=KEPT)
def write_insert(vendor: str, model: type[Model], count: int, ignore_conflicts: bool) -> str:
    """Return the SQL that stores so many new rows."""
    fields = list_inserted(model)
    columns = ", ".join(quote(field.column) for field in fields)
    values = ", ".join([f"({', '.join(['%s'] * len(fields))})"] * count)
    conflict = "ON CONFLICT DO NOTHING" if ignore_conflicts else ""
    return f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES {values} {conflict}"  # noqa: S608


@lru_cache(maxsize=KEPT)
def write_update(vendor: str, model: type[Model], count: int, names: tuple[str, ...]) -> str:
    """Return the SQL that stores these fields of so many rows."""
    fields = list_updated(model, names)
    table, (key, *columns) = quote(model._meta.db_table), [quote(field.column) for field in fields]
    # Both databases call the columns of a list of values so.
    changes = ", ".join(f"{column} = new.column{place}" for place, column in enumerate(columns, start=2))
    values = ", ".join([f"({', '.join(map(write_place, fields))})"] * count)
    return f"UPDATE {table} SET {changes} FROM (VALUES {values}) AS new WHERE {table}.{key} = new.column1"  # noqa: S608


def write_place(field: AnyField) -> str:
    """Return the place of a value, with its type where the database could not know it."""
    typed = connection.features.requires_casted_case_in_updates
    return f"CAST(%s AS {field.cast_db_type(connection)})" if typed else "%s"


def list_inserted(model: type[Model]) -> list[AnyField]:
    """Return the fields of a new row: all but the key, which the database gives."""
    return [field for field in model._meta.concrete_fields if not field.primary_key]


def list_updated(model: type[Model], names: Iterable[str]) -> list[AnyField]:
    """Return the fields of these names, after the key."""
    return [model._meta.pk, *(model._meta.get_field(name) for name in names)]


def list_values(rows: Iterable[Model], fields: Sequence[AnyField]) -> list[Any]:
    """Return the values of some fields of each row, as the database takes them."""
    # Not by `connection`, which looks for the thread's each time that it is asked something.
    database = connections[DEFAULT_DB_ALIAS]
    return [field.get_db_prep_save(getattr(row, field.attname), database) for row in rows for field in fields]


def quote(name: str) -> str:
    """Return the name of a table or a column in quotes."""
    return connection.ops.quote_name(name)
