from collections.abc import Mapping, Sequence
from typing import Any

from accounts.models import User
from games.api.seats import require_own
from games.models import Player
from games.rules.engine.errors import NotAsked, StaleDecision
from games.rules.engine.values import PLAYER, Json
from games.state.refusals import Refusal
from games.state.table import Table, load_table
from games.tables.services import moves as play
from games.tables.services import premoves
from games.tables.views.access import get_seated

REPEATED = ("stale", "not_asked", "not_running")


def answer(code: str, user: User, decision: str, raw: Sequence[Mapping[str, Json]]) -> tuple[Table, Player, bool]:
    try:
        with play.lock_table(code, user) as table:
            own = require_own(table.players, user)
            after = play.submit(table=table, seat=own.seat, decision=decision, moves=_read_moves(table, own, raw))
        return after, after.players[own.seat], False
    except (StaleDecision, NotAsked, Refusal) as error:
        if error.code not in REPEATED:
            raise
        game, players = get_seated(code)
        if not game.was_dealt:
            raise
        table = load_table(game, players, user)
        own = require_own(table.players, user)
        if not _was_answered(table, own.seat, decision, _read_moves(table, own, raw)):
            raise
        return table, own, True


def _read_moves(table: Table, own: Player, raw: Sequence[Mapping[str, Json]]) -> tuple[Any, ...]:
    return tuple(table.title.load_move(own.seat, move) for move in raw)


def _was_answered(table: Table, seat: int, decision: str, chosen: tuple[Any, ...]) -> bool:
    given = tuple(
        entry.move
        for place, entry in enumerate(table.entries)
        if entry.move.seat == seat and entry.by == PLAYER and _name_asked(table, place, seat) == decision
    )
    return bool(given) and given == chosen


def _name_asked(table: Table, place: int, seat: int) -> str:
    asked = table.title.decision(table.states[place], seat)
    return asked.name if asked else ""


def prepare(code: str, user: User, fields: Mapping[str, str]) -> tuple[Table, Player]:
    with play.lock_table(code, user) as table:
        own = require_own(table.players, user)
        premoves.premove(table=table, seat=own.seat, fields={name: [value] for name, value in fields.items()})
    return table, own


def clear_premove(code: str, user: User) -> tuple[Table, Player]:
    with play.lock_table(code, user) as table:
        own = require_own(table.players, user)
        premoves.forget(own)
    return table, own
