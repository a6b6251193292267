"""Counts statistics of games that ended before statistics were stored."""

from itertools import takewhile
from time import monotonic

import structlog
from django.db import transaction
from django.db.models import Q

from games.models import Game, Player
from games.rules.engine.errors import RulesError
from games.state.table import Table, load_table
from games.tables.services.moves import count_own

log = structlog.get_logger(__name__)

MAX_AT_ONCE = 500
MAX_SECONDS = 10.0
TO_COUNT = Q(statistics__isnull=True) & ~Q(role="")


def count_due() -> int:
    end = monotonic() + MAX_SECONDS
    due = Player.objects.filter(TO_COUNT).order_by("game").values_list("game", flat=True).distinct()[:MAX_AT_ONCE]
    return sum(_count_game(game) for game in takewhile(lambda _: monotonic() < end, list(due)))


def _count_game(pk: int) -> bool:
    """Count the results of a finished game.

    A game that cannot be folded is skipped. One whose rules this code does not know waits for a newer release.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update().filter(pk=pk, status=Game.Status.OVER).first()
        if game is None or game.known_title is None or not game.players.filter(TO_COUNT).exists():
            return False
        try:
            table = load_table(game)
            _keep(table)
        except (RulesError, ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
            log.exception("figures not counted", game=game.code)
            game.players.update(statistics={})
    return True


def _keep(table: Table) -> None:
    for player in table.players:
        player.statistics = count_own(table, player) or {}
    Player.objects.bulk_update(table.players, ["statistics"])
