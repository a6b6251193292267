"""Records of finished games, for their players."""

from collections.abc import Iterator

from accounts.models import User
from games.models import Game
from games.models.known_rules import name_known
from games.rules.engine.values import Json
from games.rules.record import write_record
from games.state.table import Table, load_table


def export_table(table: Table) -> dict[str, Json]:
    """Return the record of a finished game.

    Raises `UnfinishedGame` unless the log has ended, even if the row says so.
    """
    options = table.game.read_options()
    return write_record(table.title, options, table.deal, table.entries, table.states[-1])


def export_games(user: User, start: int, count: int) -> Iterator[dict[str, Json]]:
    """Yield the records of `count` finished games of the user from `start` on, the oldest first.

    One game is loaded at a time, so that memory does not grow.
    """
    for table in load_finished(user, start, count):
        yield export_table(table)


def load_finished(user: User, start: int, count: int) -> Iterator[Table]:
    """Yield `count` finished games of the user from `start` on, the oldest first.

    Games of rules that this code does not know are left out.
    """
    finished = Game.objects.filter(name_known(), players__user=user, players__invited=False, status=Game.Status.OVER)
    keys = finished.order_by("ended_at", "pk").values_list("pk", flat=True)
    for pk in list(keys[start : start + count]):
        yield load_table(Game.objects.get(pk=pk))
