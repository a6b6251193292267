"""Reads: what opens the commitment to a deal, for those who played: all of it at the end, else what they agreed to."""

from collections.abc import Collection, Iterator, Mapping

from accounts.models import User
from games.archive.selectors.records import load_finished
from games.models import Deal, Game
from games.rules.commitment import list_parts, open_parts
from games.rules.engine.values import Json
from games.state.table import Table
from games.state.view import are_cards_open


def open_commitment(table: Table) -> dict[str, Json] | None:
    """Return the file that opens what may be opened of a table's deal, or None: while it runs, and where none was made.

    A game played out opens all, as its record tells all; one that ended by agreement opens what its players agreed to.
    """
    parts = split_deal(table)
    names = choose_open(table, parts)
    return open_parts(parts, load_key(table.game), names) if names and table.game.commitment else None


def choose_open(table: Table, parts: Mapping[str, Json]) -> Collection[str]:
    """Return which of the parts of a deal all may see."""
    if table.outcome is not None:
        return parts.keys()
    return table.title.PARTS.opened(table.states[-1]) if are_cards_open(table.game, table.players) else ()


def split_deal(table: Table) -> dict[str, Json]:
    """Return all that a table's commitment is about, as it is stored now."""
    options = table.title.parse_options(table.game.options, table.game.seat_count)
    return list_parts(table.title, options, table.deal, table.game.rules)


def load_key(game: Game) -> bytes:
    """Return what the salts of a game's commitment are made from. One query."""
    return bytes.fromhex(Deal.objects.values_list("commitment_key", flat=True).get(game=game))


def export_commitments(user: User) -> Iterator[dict[str, Json] | None]:
    """Yield what opens the deals of all games that `user` has finished, in the order of their records, or None."""
    for table in load_finished(user):
        yield open_commitment(table)
