"""Opens commitments: everything after a game was played to its end, otherwise what its players agreed to open."""

from collections.abc import Collection, Iterator, Mapping

from accounts.models import User
from games.archive.selectors.records import load_finished
from games.models import Deal, Game
from games.rules.commitment import list_parts, open_parts
from games.rules.engine.values import Json
from games.state.table import Table
from games.state.view import are_cards_open


def open_commitment(table: Table) -> dict[str, Json] | None:
    """Return the parts of the commitment that may be opened, or None while the game runs and for games without a
    commitment.
    """
    parts = split_deal(table)
    names = _choose_open(table, parts)
    return open_parts(parts, load_key(table.game), names) if names and table.game.commitment else None


def _choose_open(table: Table, parts: Mapping[str, Json]) -> Collection[str]:
    if table.outcome is not None:
        return parts.keys()
    return table.title.PARTS.opened(table.states[-1]) if are_cards_open(table.game, table.players) else ()


def split_deal(table: Table) -> dict[str, Json]:
    options = table.game.read_options()
    return list_parts(table.title, options, table.deal, table.game.rules)


def load_key(game: Game) -> bytes:
    return bytes.fromhex(Deal.objects.values_list("commitment_key", flat=True).get(game=game))


def export_commitments(user: User, start: int, count: int) -> Iterator[dict[str, Json] | None]:
    """Yield one value for each game of `export_games`, in its order; None where nothing may be opened."""
    for table in load_finished(user, start, count):
        yield open_commitment(table)
