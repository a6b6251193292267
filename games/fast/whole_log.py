"""The log of a game as it is stored, with what was dealt: one statement for both, and for any number of games."""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.db import connection

from games.fast.batches import Rows, Statement, ask_all
from games.fast.statements import KEPT, quote
from games.models.game import Game
from games.models.log import Deal, Hand, Move
from games.models.player import Player
from games.rules.engine.values import DealtJson

DEAL, HAND = 0, 1
"""What a row is; any other is a move."""


@dataclass(slots=True)
class Log:
    """What is stored of a game that was dealt; `moves` are seat, content and who chose, in their order.

    `stamp` is what the game had in the same snapshot.
    """

    stamp: str = ""
    common: Any = None
    hands: list[Any] = field(default_factory=list)
    moves: list[tuple[int, Any, str]] = field(default_factory=list)

    @property
    def dealt(self) -> DealtJson:
        """What chance decided, as the title reads it."""
        return DealtJson(self.common, tuple(self.hands))


def read_logs(games: Sequence[int]) -> dict[int, Log]:
    """Return the logs of games, by their primary keys. One statement; none for no game."""
    if not games:
        return {}
    keys = f"({', '.join(['%s'] * len(games))})"
    [rows] = ask_all([(write_logs(connection.vendor, keys), [*games] * 3)])
    return {game: Log() for game in games} | sort_rows(rows)


def ask_log(code: str, reader: int) -> Statement:
    """Return the statement that reads the log of the game called `code`, for `sort_rows`.

    It finds nothing unless the person with the key `reader` plays there.
    """
    game, player = quote(Game._meta.db_table), quote(Player._meta.db_table)
    seated = f"{player} player JOIN {game} game ON game.id = player.game_id"
    keys = f"(SELECT game.id FROM {seated} WHERE game.code = %s AND player.user_id = %s)"  # noqa: S608
    return write_logs(connection.vendor, keys), [code, reader] * 3


def sort_rows(rows: Rows) -> dict[int, Log]:
    """Return the logs whose rows were found, by the primary keys of their games."""
    logs = defaultdict[int, Log](Log)
    # Read at once: each by itself, by its field, takes three times as long.
    contents = json.loads(f"[{','.join(stored for *_, stored, _ in rows)}]")
    for (game, part, _, seat, _, by), value in zip(rows, contents, strict=True):
        log = logs[game]
        if part == DEAL:
            log.common, log.stamp = value, by
        elif part == HAND:
            log.hands.append(value)
        else:
            log.moves.append((seat, value, by))
    return logs


@lru_cache(maxsize=KEPT)
def write_logs(vendor: str, keys: str) -> str:
    """Return the statement that reads the logs of the games with some keys: deal and stamp, hands by seat, moves."""
    game, deal, hand, move = (quote(model._meta.db_table) for model in (Game, Deal, Hand, Move))
    chosen = f"IN {keys}"
    parts = (
        f"SELECT deal.game_id, 0, 0, 0, deal.content, game.stamp FROM {deal} deal"  # noqa: S608
        f" JOIN {game} game ON game.id = deal.game_id WHERE deal.game_id {chosen}",
        f"SELECT deal.game_id, 1, hand.seat, hand.seat, hand.content, '' FROM {deal} deal"  # noqa: S608
        f" JOIN {hand} hand ON hand.deal_id = deal.id WHERE deal.game_id {chosen}",
        f"SELECT move.game_id, 2, move.sequence, move.seat, move.content, move.by FROM {move} move"  # noqa: S608
        f" WHERE move.game_id {chosen}",
    )
    return f"{' UNION ALL '.join(parts)} ORDER BY 1, 2, 3"
