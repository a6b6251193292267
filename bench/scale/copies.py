"""Copies of stored games: their rows as text in which the game, its people and its days are left open, for COPY.

A row is read as PostgreSQL writes it, column by column. So every table that hangs on a game is copied, whatever its
columns, and a copy can be folded like the game itself.
"""

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
"""No table has more rows of one game: the key of a copied row is that of its game, and three digits."""
NULL = "\\N"
DAY = re.compile(r"^\d{4}-\d\d-\d\d")


@dataclass(frozen=True)
class Source:
    """A table that hangs on a game, and by which columns."""

    model: type[Model]
    path: str

    @property
    def table(self) -> str:
        """Its name in the database."""
        return self.model._meta.db_table

    @property
    def columns(self) -> "list[Field[Any, Any]]":
        """Its columns."""
        return list(self.model._meta.concrete_fields)

    @property
    def names(self) -> str:
        """The names of its columns, as SQL lists them."""
        return ", ".join(f'"{field.column}"' for field in self.columns)


@dataclass(frozen=True)
class Mould:
    """A game as text by table, in which `%(g)s` is its key, `%(c)s` its code, `%(p0)s` a person, `%(d0)s` a day."""

    seats: int
    texts: Mapping[str, str]
    days: frozenset[int]

    def cast(self, key: int, people: Sequence[int], day: date, kept: int, tables: Iterable[str]) -> dict[str, str]:
        """Return the rows of a copy by table: for these people, begun on a day, with what is still kept of it."""
        slots = {f"p{seat}": str(person) for seat, person in enumerate(people)}
        slots |= {f"d{shift}": (day + timedelta(days=shift)).isoformat() for shift in self.days}
        slots |= {"g": str(key), "c": make_code(), "kept": str(kept)}
        return {table: self.texts[table] % slots for table in tables if table in self.texts}


def list_sources() -> list[Source]:
    """Return every table whose rows hang on a game, at any distance, the game's own first."""
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
    """Return what refers to a model's rows, those relations too that have no name on its side."""
    fields = model._meta.get_fields(include_hidden=True)
    return [field for field in fields if field.auto_created and (field.one_to_many or field.one_to_one)]


def read_mould(game: Game, people: Sequence[User], sources: Iterable[Source]) -> Mould:
    """Return a stored game as a mould; the people who may sit there are those of `people`, in this order."""
    reader = Reader(game, [person.pk for person in people])
    texts = {source.table: text for source in sources if (text := reader.read(source))}
    return Mould(game.seat_count, texts, frozenset(reader.days))


class Reader:
    """Reads the rows of one game, and remembers which rows others refer to."""

    def __init__(self, game: Game, people: Sequence[int]) -> None:
        self.game, self.people = game, people
        self.numbers: dict[tuple[type[Model], str], int] = {}
        self.begun = game.opened_at.date()
        self.days: set[int] = set()

    def read(self, source: Source) -> str:
        """Return the rows of a table as text with open places, one a line."""
        keys = source.model._default_manager.filter(**{source.path: self.game.pk}).order_by("pk")
        lines = list(copy_out(source, list(keys.values_list("pk", flat=True))))
        if len(lines) >= ROWS_A_GAME:
            raise ValueError(f"{len(lines)} rows of a game in {source.table}")
        return "".join(self.open_row(source, line, number) for number, line in enumerate(lines))

    def open_row(self, source: Source, line: str, number: int) -> str:
        """Return one row with its places open."""
        fields = zip(source.columns, line.split("\t"), strict=True)
        values = [self.open_value(source, field, text, number) for field, text in fields]
        return "\t".join(values) + "\n"

    def open_value(self, source: Source, field: "Field[Any, Any]", text: str, number: int) -> str:
        """Return one value, open where it names the game, a person, another row or a day."""
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
        """Return the key of another row, open."""
        model = field.related_model
        if model is Game:
            return "%(g)s"
        if model is User:
            return f"%(p{self.people.index(int(text))})s"
        return f"%(g)s{self.numbers[model, text]:03d}"


def copy_out(source: Source, keys: Sequence[int]) -> Iterator[str]:
    """Yield rows as PostgreSQL writes them, by their keys, in this order."""
    if not keys:
        return
    chosen = ",".join(map(str, keys))
    table, key = source.table, source.model._meta.pk.column
    query = f'SELECT {source.names} FROM {table} WHERE "{key}" IN ({chosen}) ORDER BY "{key}"'  # noqa: S608
    with connection.cursor() as cursor, cursor.copy(f"COPY ({query}) TO STDOUT") as copy:
        yield from b"".join(bytes(block) for block in copy).decode().splitlines()
