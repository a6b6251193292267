"""Reads: several tables at once, for work that goes from one to the next. Three queries for any number of them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from games.models import Game, Hand, Move, Player, hot
from games.reads.folds import Fold, folds
from games.reads.table import Table, fold_log, make_table, number_former
from games.rules.protocol import DealtJson

Row = TypeVar("Row")


@dataclass(frozen=True)
class Rows:
    """What is stored of several games, by the game's primary key: players by seat, hands with the deal, the log.

    Of a game whose log this process knows there are neither hands nor log, but what it was folded to.
    """

    players: Mapping[int, list[Player]]
    known: Mapping[int, Fold]
    hands: Mapping[int, list[tuple[Any, Any]]]
    moves: Mapping[int, list[tuple[int, Any, str]]]


def read_rows(games: Sequence[Game]) -> Rows:
    """Return what is stored of games that are locked. Three queries; one where this process knows all their logs."""
    known = {game.pk: fold for game in games if (fold := folds.find(game))}
    unknown = [game.pk for game in games if game.pk not in known]
    dealt = Hand.objects.filter(deal__game__in=unknown).order_by("deal__game", "seat")
    hands = dealt.values_list("deal__game", "content", "deal__content")
    log = Move.objects.filter(game__in=unknown).order_by("game", "sequence")
    moves = log.values_list("game", "seat", "content", "by")
    return Rows(
        players=gather((player.game_id, player) for player in hot.list_all_players(games)),
        known=known,
        hands=gather((game, (hand, deal)) for game, hand, deal in hands),
        moves=gather((game, (seat, content, by)) for game, seat, content, by in moves),
    )


def gather(pairs: Iterable[tuple[int, Row]]) -> dict[int, list[Row]]:
    """Return rows by the game that they belong to, in their order."""
    found: dict[int, list[Row]] = defaultdict(list)
    for game, row in pairs:
        found[game].append(row)
    return found


def fold_table(game: Game, rows: Rows) -> Table:
    """Return one of the games folded from its log, as `load_table` does. No query, but where a seat changed hands."""
    log = rows.known.get(game.pk) or fold_rows(game, rows)
    return make_table(game, log, number_former(rows.players[game.pk]))


def fold_rows(game: Game, rows: Rows) -> Fold:
    """Return the log of one of the games, folded."""
    hands = rows.hands[game.pk]
    deal = game.played_by.load_deal(DealtJson(hands[0][1], tuple(hand for hand, _ in hands)))
    return fold_log(game, deal, rows.moves.get(game.pk, []))
