"""The deal in parts for the commitment. The only part is who goes first."""

from collections.abc import Collection

from games.rules.engine.deal_parts import Parts
from games.rules.engine.texts import text
from games.rules.engine.values import Json
from games.titles.hideouts.rules.deal import Deal
from games.titles.hideouts.rules.state import State


def _split(deal: Deal) -> dict[str, Json]:
    return {"first": deal.first}


def _list_opened(state: State) -> Collection[str]:
    """Return the names of the parts that may be opened. These are all parts, because everything dealt is public."""
    return {"game", "first"}


PARTS = Parts(
    _split,
    _list_opened,
    text(
        "Chance only decides who goes first: that’s what is sealed. You choose which spies to hide; they aren’t dealt."
    ),
)
