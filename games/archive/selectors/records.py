"""Reads: the records of games that are over, for those who played them. Of any other game there is none."""

from collections.abc import Iterator

from accounts.models import User
from games.models import Game
from games.models.known_rules import name_known
from games.rules.engine.values import Json
from games.rules.record import write_record
from games.state.table import Table, load_table


def export_table(table: Table) -> dict[str, Json]:
    """Return the record of a finished game. Raises `UnfinishedGame` unless the log, not the row, has ended."""
    options = table.title.parse_options(table.game.options, table.game.seat_count)
    return write_record(table.title, options, table.deal, table.entries, table.states[-1])


def export_games(user: User) -> Iterator[dict[str, Json]]:
    """Yield the records of all games that `user` has finished, the first first, reading one game at a time."""
    for table in load_finished(user):
        yield export_table(table)


def load_finished(user: User) -> Iterator[Table]:
    """Yield the tables at which `user` has finished a game, the first first, reading one at a time.

    A game whose rules this code does not know is left out.
    """
    finished = Game.objects.filter(name_known(), players__user=user, players__invited=False, status=Game.Status.OVER)
    for pk in list(finished.order_by("ended_at", "pk").values_list("pk", flat=True)):
        yield load_table(Game.objects.get(pk=pk))
