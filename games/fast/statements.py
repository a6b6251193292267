"""The statements of a move: the few that are sent often, written without composing each anew. All others are the ORM's.

Their text comes from the models and is kept; values are prepared and read by the fields themselves. So they are right
on every database, and after each migration.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from functools import lru_cache
from typing import Any, cast

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Field, Model
from django.db.models.base import ModelState

from accounts.models import User
from games.fast import batches
from games.models.game import Game
from games.models.log import SealedChoice
from games.models.outage import Outage
from games.models.player import Player

Converters = list[tuple[int, Any, list[Any]]]
"""By place in a row: the column, and what a value is handed through."""

KEPT = 256
"""How many texts are kept: few models, few numbers of rows."""
STAY_AS_THEY_ARE = " ON CONFLICT DO NOTHING"
CHOOSE_ANEW = " ON CONFLICT (game_id, seat, decision) DO UPDATE SET content = EXCLUDED.content, by = EXCLUDED.by"
"""What becomes of rows that are there already: nothing, or of a sealed choice what it is changed to."""

UNREAD: dict[type[Model], set[str]] = {
    User: {
        "password", "last_login", "email", "name_key", "name_skeleton", "has_old_name", "history_shown_to",
        "statistics_shown_to", "takes_invitations", "plays_by_mail", "mail_kinds_off", "mail_off", "mail_refused_at",
        "has_paused_channel", "sessions_ended", "is_staff", "talk_stopped_until", "is_active", "suspended_at",
        "suspended_until", "leaves_at", "joined_at", "last_active",
    },
}  # fmt: skip
"""What a table need not know of its people. Whoever asks for it all the same gets it, by a query of its own."""


def insert(rows: Iterable[Model], *, conflicts: str = "") -> None:
    """Store new rows of one model, in one statement; `conflicts` says what becomes of those that are there."""
    rows = list(rows)
    if not rows:
        return
    model = type(rows[0])

    def write(rows: Sequence[Model]) -> batches.Statement:
        sql = write_insert(connection.vendor, model, len(rows), conflicts)
        return sql, list_values(rows, list_inserted(model))

    batches.send((model, conflicts), rows, write)


def update(rows: Sequence[Model], names: tuple[str, ...]) -> None:
    """Store some fields, by their names, of rows of one model that are there, in one statement."""
    if not rows:
        return
    model = type(rows[0])

    def write(rows: Sequence[Model]) -> batches.Statement:
        sql = write_update(connection.vendor, model, len(rows), names)
        return sql, list_values(rows, (name_key(model), *find_fields(model, names)))

    batches.send((model, names), rows, write)


def list_values(rows: Iterable[Model], fields: "Sequence[Field[Any, Any]]") -> list[Any]:
    """Return the values of some fields of each row, as the database takes them."""
    # Not by way of `connection`, which looks for it each time that it is asked something.
    taker, fields = connections[DEFAULT_DB_ALIAS], list(fields)
    return [field.get_db_prep_save(getattr(row, field.attname), taker) for row in rows for field in fields]


def lock_game(code: str) -> Game | None:
    """Lock the row of the game called `code` until the transaction ends. Returns it, with the site's clock, or None."""
    return find_game(code, is_locked=True)


def find_game(code: str, *, is_locked: bool = False) -> Game | None:
    """Return the game called `code`, with the site's clock, or None."""
    [found] = batches.ask_all([(write_game(connection.vendor, is_locked), [code])])
    return read_game(found)


def find_with_players(
    code: str, *, is_locked: bool = False, then: Sequence[batches.Statement] = ()
) -> tuple[Game | None, list[Player], list[batches.Rows]]:
    """Return the game called `code`, as `find_game` does; its players, as `list_players` does; and more that is asked.

    They are read after it, in that order.
    """
    players = write_players(connection.vendor, f"(SELECT id FROM {quote(Game._meta.db_table)} WHERE code = %s)")  # noqa: S608
    found, seated, *more = batches.ask_all(
        [(write_game(connection.vendor, is_locked), [code]), (players, [code]), *then]
    )
    game = read_game(found)
    return game, list(read_players([game], seated)) if game else [], more


def read_game(found: Iterable[Any]) -> Game | None:
    """Return the game that was found, or None."""
    for game, outage in read(found, (Game, Outage)):
        game.site_lost, game.site_latest = (outage.lost, outage.pk) if outage else (timedelta(0), 0)
        return cast(Game, game)
    return None


def list_players(game: Game) -> list[Player]:
    """Return the players of a game by seat, each with their person and what lies sealed of theirs."""
    return list(list_all_players([game]))


def list_all_players(games: Sequence[Game]) -> Iterable[Player]:
    """Return the players of some games, at least one, game by game and by seat, as `list_players` does."""
    sql = write_players(connection.vendor, f"({', '.join(['%s'] * len(games))})")
    [found] = batches.ask_all([(sql, [game.pk for game in games])])
    return read_players(games, found)


def read_players(games: Iterable[Game], found: Iterable[Any]) -> Iterable[Player]:
    """Return the players that were found of some games, in their order."""
    by_key, players = {game.pk: game for game in games}, dict[int, Player]()
    for row, user, choice in read(found, (Player, User, SealedChoice)):
        player = players.setdefault(row.pk, row)
        player.game, player.user = by_key[player.game_id], user
        player.sealed = [*(player.sealed or ()), *([choice] if choice else ())]
    return players.values()


def read(rows: Iterable[Any], models: tuple[type[Model], ...]) -> Iterator[list[Any]]:
    """Yield for each row that was found the objects of some models, or None where one is not there."""
    readers = [list_readers(connection.vendor, model) for model in models]
    for row in rows:
        found, start = [], 0
        for model, (names, converters) in zip(models, readers, strict=True):
            found.append(make_object(model, names, converters, list(row[start : start + len(names)])))
            start += len(names)
        yield found


def make_object(model: type[Model], names: list[str], converters: Converters, values: list[Any]) -> Model | None:
    """Return a row as an object; None if its key, which comes first, is."""
    if values[0] is None:
        return None
    giver = connections[DEFAULT_DB_ALIAS]
    for place, column, each in converters:
        for convert in each:
            values[place] = convert(values[place], column, giver)
    # As `Model.from_db` does, without looking at each value by itself.
    found = model.__new__(model)
    found.__dict__.update(zip(names, values, strict=True))
    found._state = ModelState()
    found._state.adding, found._state.db = False, giver.alias
    return found


@lru_cache(maxsize=KEPT)
def list_readers(vendor: str, model: type[Model]) -> tuple[list[str], Converters]:
    """Return the attributes of a model in the order of its columns, and what makes values of what is in these."""
    columns = [field.get_col(model._meta.db_table) for field in list_read(model)]
    each = [[*connection.ops.get_db_converters(column), *column.get_db_converters(connection)] for column in columns]
    converters = [(place, columns[place], found) for place, found in enumerate(each) if found]
    return [field.attname for field in list_read(model)], converters


def list_read(model: type[Model]) -> "list[Field[Any, Any]]":
    """Return the fields of a model that are read, in the order of its columns."""
    return [field for field in model._meta.concrete_fields if field.name not in UNREAD.get(model, ())]


@lru_cache(maxsize=KEPT)
def write_game(vendor: str, is_locked: bool) -> str:
    """Return the statement that reads a game by its code, and locks it or not, beside the last outage."""
    # On SQLite the lock is the transaction itself, which is IMMEDIATE.
    lock = " FOR UPDATE OF game" if is_locked and connection.features.has_select_for_update_of else ""
    game, outage = quote(Game._meta.db_table), quote(Outage._meta.db_table)
    columns = f"{list_columns(Game, 'game')}, {list_columns(Outage, 'outage')}"
    last = f"LEFT JOIN {outage} outage ON outage.id = (SELECT MAX(id) FROM {outage})"  # noqa: S608
    return f"SELECT {columns} FROM {game} game {last} WHERE game.code = %s{lock}"  # noqa: S608


@lru_cache(maxsize=KEPT)
def write_players(vendor: str, keys: str) -> str:
    """Return the statement that reads the players of the games with some keys, with people and what lies sealed."""
    player, person, sealed = (quote(model._meta.db_table) for model in (Player, User, SealedChoice))
    named = ((Player, "player"), (User, "person"), (SealedChoice, "sealed"))
    columns = ", ".join(list_columns(model, name) for model, name in named)
    people = f"LEFT JOIN {person} person ON person.id = player.user_id"
    choices = f"LEFT JOIN {sealed} sealed ON sealed.game_id = player.game_id AND sealed.seat = player.seat"
    found = f"FROM {player} player {people} {choices} WHERE player.game_id IN {keys}"
    return f"SELECT {columns} {found} ORDER BY player.game_id, player.seat, sealed.id"


def list_columns(model: type[Model], table: str) -> str:
    """Return the columns of a model, of a table called so."""
    return ", ".join(f"{table}.{quote(field.column)}" for field in list_read(model))


@lru_cache(maxsize=KEPT)
def write_insert(vendor: str, model: type[Model], count: int, conflicts: str) -> str:
    """Return the statement that stores so many new rows."""
    fields = list_inserted(model)
    columns = ", ".join(quote(field.column) for field in fields)
    row = f"({', '.join(['%s'] * len(fields))})"
    return f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES {', '.join([row] * count)}{conflicts}"  # noqa: S608


@lru_cache(maxsize=KEPT)
def write_update(vendor: str, model: type[Model], count: int, names: tuple[str, ...]) -> str:
    """Return the statement that stores fields of so many rows."""
    table, fields = quote(model._meta.db_table), find_fields(model, names)
    # Both databases call the columns of a list of values so; the first is the key.
    changes = ", ".join(f"{quote(field.column)} = new.column{place}" for place, field in enumerate(fields, start=2))
    row = f"({', '.join(name_value(field) for field in (name_key(model), *fields))})"
    values, key = ", ".join([row] * count), quote(name_key(model).column)
    return f"UPDATE {table} SET {changes} FROM (VALUES {values}) AS new WHERE {table}.{key} = new.column1"  # noqa: S608


def name_value(field: "Field[Any, Any]") -> str:
    """Return the place of a value of a field, with its type where the database could not know it."""
    typed = connection.features.requires_casted_case_in_updates
    return f"CAST(%s AS {field.cast_db_type(connection)})" if typed else "%s"


@lru_cache(maxsize=KEPT)
def list_inserted(model: type[Model]) -> "tuple[Field[Any, Any], ...]":
    """Return the fields of a new row: all but the key, which the database gives."""
    return tuple(field for field in model._meta.concrete_fields if not field.primary_key)


@lru_cache(maxsize=KEPT)
def find_fields(model: type[Model], names: tuple[str, ...]) -> "tuple[Field[Any, Any], ...]":
    """Return the fields of these names."""
    return tuple(field for name in names for field in model._meta.concrete_fields if field.name == name)


def name_key(model: type[Model]) -> "Field[Any, Any]":
    """Return the field that is the key."""
    return next(field for field in model._meta.concrete_fields if field.primary_key)


def quote(name: str | None) -> str:
    """Return a name of the database in quotes; every field here has a column."""
    return connection.ops.quote_name(name or "")
