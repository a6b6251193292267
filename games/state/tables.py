"""Reads: several tables at once, for work that goes from one to the next. Two queries for any number of them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.fast import statements
from games.fast.state_cache import FoldedLog, state_cache
from games.fast.whole_log import Log, read_logs
from games.models import Game, Player
from games.state.table import Table, fold_log, make_table, number_former


@dataclass(frozen=True)
class Rows:
    """What is stored of several games, by the game's primary key: players by seat, and the log with what was dealt.

    Of a game whose log this process knows there is what it was folded to instead.
    """

    players: Mapping[int, list[Player]]
    known: Mapping[int, FoldedLog]
    logs: Mapping[int, Log]


def read_rows(games: Sequence[Game]) -> Rows:
    """Return what is stored of games that are locked. Two queries; one where this process knows all their logs."""
    known = {game.pk: fold for game in games if (fold := state_cache.find(game))}
    players: dict[int, list[Player]] = defaultdict(list)
    for player in statements.list_all_players(games):
        players[player.game_id].append(player)
    return Rows(players, known, read_logs([game.pk for game in games if game.pk not in known]))


def fold_table(game: Game, rows: Rows) -> Table:
    """Return one of the games folded from its log, as `load_table` does. No query, but where a seat changed hands."""
    log = rows.known.get(game.pk) or fold_log(game, rows.logs[game.pk])
    return make_table(game, log, number_former(rows.players[game.pk]))
