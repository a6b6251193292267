"""Records of finished games, for their players."""

from collections.abc import Iterator

from accounts.models import User
from games.models import Game
from games.models.known_rules import name_known
from games.rules.engine.values import Json
from games.rules.record import write_record
from games.state.table import Table, load_table


def export_table(table: Table) -> dict[str, Json]:
    """Raises `UnfinishedGame` unless the log has ended, even if the row says so."""
    options = table.title.parse_options(table.game.options, table.game.seat_count)
    return write_record(table.title, options, table.deal, table.entries, table.states[-1])


def export_games(user: User) -> Iterator[dict[str, Json]]:
    """Oldest first. Loads one game at a time."""
    for table in load_finished(user):
        yield export_table(table)


def load_finished(user: User) -> Iterator[Table]:
    """Oldest first, without unknown rules."""
    finished = Game.objects.filter(name_known(), players__user=user, players__invited=False, status=Game.Status.OVER)
    for pk in list(finished.order_by("ended_at", "pk").values_list("pk", flat=True)):
        yield load_table(Game.objects.get(pk=pk))
