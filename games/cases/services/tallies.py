"""Counts accusations. On PostgreSQL this is done by the same statement that stores one."""

from collections.abc import Mapping
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet
from django.db.models.constants import OnConflict
from django.db.models.sql import InsertQuery, UpdateQuery

from games.cases.runs import Run
from games.cases.selectors.files import CaseFile
from games.models import Investigation

COUNT = """
INSERT INTO games_casetally (case_id, scenes, accused, count) {}
ON CONFLICT (case_id, scenes, accused) DO UPDATE SET count = games_casetally.count + 1
"""


def count(file: CaseFile, run: Run) -> None:
    _execute(COUNT.format("VALUES (%s, %s, %s, 1)"), _name_kind(file, run))


def _name_kind(file: CaseFile, run: Run) -> list[Any]:
    return [file.key, run.score, run.accused]


def _execute(sql: str, params: list[Any]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return int(cursor.rowcount)


def insert_and_count(row: Investigation, file: CaseFile, run: Run) -> bool:
    fields = [field for field in Investigation._meta.concrete_fields if not field.primary_key]
    query: Any = InsertQuery(Investigation, on_conflict=OnConflict.IGNORE)
    query.insert_values(fields, [row])
    ((sql, params),) = query.get_compiler(connection=connection).as_sql()
    return _change_and_count(sql, [*params], file, run)


def update_and_count(rows: QuerySet[Investigation], fields: Mapping[str, Any], file: CaseFile, run: Run) -> bool:
    query: Any = rows.query.chain(UpdateQuery)
    query.add_update_values(fields)
    sql, params = query.get_compiler(connection=connection).as_sql()
    return _change_and_count(sql, [*params], file, run)


def _change_and_count(sql: str, params: list[Any], file: CaseFile, run: Run) -> bool:
    if connection.vendor == "postgresql":
        counted = COUNT.format("SELECT %s, %s, %s, 1 FROM changed")
        return bool(_execute(f"WITH changed AS ({sql} RETURNING 1) {counted}", [*params, *_name_kind(file, run)]))
    with transaction.atomic():
        if not _execute(sql, params):
            return False
        count(file, run)
    return True
