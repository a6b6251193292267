"""Copies stored games by COPY, with every table that refers to one, so that a copy can be folded."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db import connection
from django.db.models import DateTimeField, Field, ForeignKey, Model

from accounts.models import User
from games.models import Game
from insidejob.codes import make_code

ROWS_A_GAME = 1000
"""A game has at most so many rows in a table, because a copy's key is the game's key followed by three digits."""
NULL = "\\N"
DAY = re.compile(r"^\d{4}-\d\d-\d\d")


@dataclass(frozen=True)
class Source:
    """A table of rows that belong to a game, and the path of lookups from a row to its game."""

    model: type[Model]
    path: str

    @property
    def table(self) -> str:
        return self.model._meta.db_table

    @property
    def columns(self) -> "list[Field[Any, Any]]":
        return list(self.model._meta.concrete_fields)

    @property
    def names(self) -> str:
        return ", ".join(f'"{field.column}"' for field in self.columns)


@dataclass(frozen=True)
class Mould:
    """A game as text for COPY, by table.

    In it `%(g)s` stands for the game's key, `%(c)s` for its code, `%(p0)s` for a user, `%(d0)s` for a day.
    """

    seats: int
    texts: Mapping[str, str]
    days: frozenset[int]

    def cast(self, key: int, people: Sequence[int], day: date, kept: int, tables: Iterable[str]) -> dict[str, str]:
        slots = {f"p{seat}": str(person) for seat, person in enumerate(people)}
        slots |= {f"d{shift}": (day + timedelta(days=shift)).isoformat() for shift in self.days}
        slots |= {"g": str(key), "c": make_code(), "kept": str(kept)}
        return {table: self.texts[table] % slots for table in tables if table in self.texts}


def list_sources() -> list[Source]:
    found: dict[type[Model], Source] = {Game: Source(Game, "pk")}
    queue: list[type[Model]] = [Game]
    for model in queue:
        for relation in list_relations(model):
            other, step = relation.related_model, relation.field.name
            if other in found:
                continue
            path = step if model is Game else f"{step}__{found[model].path}"
            found[other] = Source(other, path)
            queue.append(other)
    return list(found.values())


def list_relations(model: type[Model]) -> list[Any]:
    fields = model._meta.get_fields(include_hidden=True)
    return [field for field in fields if field.auto_created and (field.one_to_many or field.one_to_one)]


def read_mould(game: Game, people: Sequence[User], sources: Iterable[Source]) -> Mould:
    reader = Reader(game, [person.pk for person in people])
    texts = {source.table: text for source in sources if (text := reader.read(source))}
    return Mould(game.seat_count, texts, frozenset(reader.days))


class Reader:
    def __init__(self, game: Game, people: Sequence[int]) -> None:
        self.game, self.people = game, people
        self.numbers: dict[tuple[type[Model], str], int] = {}
        self.begun = game.opened_at.date()
        self.days: set[int] = set()

    def read(self, source: Source) -> str:
        keys = source.model._default_manager.filter(**{source.path: self.game.pk}).order_by("pk")
        lines = list(copy_out(source, list(keys.values_list("pk", flat=True))))
        if len(lines) >= ROWS_A_GAME:
            raise ValueError(f"{len(lines)} rows of a game in {source.table}")
        return "".join(self.open_row(source, line, number) for number, line in enumerate(lines))

    def open_row(self, source: Source, line: str, number: int) -> str:
        fields = zip(source.columns, line.split("\t"), strict=True)
        values = [self.open_value(source, field, text, number) for field, text in fields]
        return "\t".join(values) + "\n"

    def open_value(self, source: Source, field: "Field[Any, Any]", text: str, number: int) -> str:
        """Return a value as text, with placeholders for keys of the game, of users and of other rows, and for days."""
        if text == NULL:
            return text
        if field.primary_key:
            self.numbers[source.model, text] = number
            return "%(g)s" if source.model is Game else f"%(g)s{number:03d}"
        if isinstance(field, ForeignKey):
            return self.open_reference(field, text)
        if source.model is Game and field.name == "kept":
            return "%(kept)s"
        if isinstance(field, DateTimeField):
            shift = (date.fromisoformat(text[:10]) - self.begun).days
            self.days.add(shift)
            return f"%(d{shift})s{text[10:]}"
        return text.replace("%", "%%").replace(self.game.code, "%(c)s")

    def open_reference(self, field: "ForeignKey[Any, Any]", text: str) -> str:
        model = field.related_model
        if model is Game:
            return "%(g)s"
        if model is User:
            return f"%(p{self.people.index(int(text))})s"
        return f"%(g)s{self.numbers[model, text]:03d}"


def copy_out(source: Source, keys: Sequence[int]) -> Iterator[str]:
    if not keys:
        return
    chosen = ",".join(map(str, keys))
    table, key = source.table, source.model._meta.pk.column
    query = f'SELECT {source.names} FROM {table} WHERE "{key}" IN ({chosen}) ORDER BY "{key}"'  # noqa: S608
    with connection.cursor() as cursor, cursor.copy(f"COPY ({query}) TO STDOUT") as copy:
        yield from b"".join(bytes(block) for block in copy).decode().splitlines()
