"""Premoves, which the sweep plays, never another player's request.

A premove answers the next decision, and may hold an answer to the one after it. Both are dropped when the player
answers otherwise (`moves.refresh_player`) or gets a stand-in (`stand_ins.put_stand_in`).
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import QuerySet

from games.models import Player
from games.models.known_rules import name_known
from games.rules.engine.errors import IllegalMove, RulesError
from games.rules.engine.premoves import read_premove
from games.state.premoves import find_answer, find_rest
from games.state.refusals import Refusal
from games.state.table import Table, load_table
from games.tables.services.moves import lock_game, submit

MAX_AT_ONCE = 500


def premove(*, table: Table, seat: int, fields: Mapping[str, Sequence[str]]) -> None:
    """Store a premove.

    Others notice nothing. Raises `Refusal`, the errors of `read_premove`, and `IllegalMove` with the title's code.
    """
    player, premoves = table.players[seat], table.title.PREMOVES
    if player.stand_in:
        raise Refusal("stand_in")
    seen = table.title.observe(table.states[-1], seat)
    if seen.decision is not None:
        raise Refusal("asked_now")
    if premoves is None or (offer := premoves.offer(seen)) is None:
        raise Refusal("nothing_to_prepare")
    premove = read_premove(offer, fields)
    if code := premoves.objection(seen, premove):
        raise IllegalMove(code)
    store_premove(player, premove, len(table.entries))


def forget(player: Player) -> None:
    store_premove(player, None, None)


def store_premove(player: Player, premove: dict[str, str] | None, step: int | None) -> None:
    """Store a premove, or remove it if None.

    `step` is the number of moves in the log when it was made.
    """
    player.premove, player.premove_step, player.premove_dropped = premove, step, False
    player.save(update_fields=["premove", "premove_step", "premove_dropped"])


def find_premoves() -> QuerySet[Player, str]:
    """Return the games with a premove that is due, longest asked first. An index covers this query."""
    known = Player.objects.filter(name_known("game__"), premove__isnull=False, game__paused_at=None)
    asked = known.exclude(owes="")
    return asked.order_by("asked_at").values_list("game__code", flat=True)[:MAX_AT_ONCE]


def play_premoves(code: str, now: datetime) -> bool:
    with lock_game(code) as game:
        return game.is_running and apply_premoves(load_table(game))


def apply_premoves(table: Table) -> bool:
    """Answer with the premoves of all who are asked.

    Premoves that do not fit are dropped. Return whether any did fit.
    """
    if table.game.paused_at is not None:
        return False
    asked = [player for player in table.players if player.owes and player.premove is not None]
    answered = False
    for player in asked:
        after = _apply_premove(table, player)
        if after is None:
            _drop_premove(player)
        else:
            table, answered = after, True
    return answered


def _apply_premove(table: Table, player: Player) -> Table | None:
    """Answer with a premove. Return None if it does not fit."""
    premove, step, moves = player.premove or {}, player.premove_step, find_answer(table, player.seat)
    if moves is None:
        return None
    try:
        after = submit(table=table, seat=player.seat, decision=player.owes, moves=moves, is_present=False)
    except (RulesError, Refusal):
        return None
    if after.game.is_running and (rest := find_rest(table, after, player.seat, premove)):
        store_premove(player, rest, step)
    return after


def _drop_premove(player: Player) -> None:
    player.premove, player.premove_dropped = None, True
    player.save(update_fields=["premove", "premove_dropped"])
