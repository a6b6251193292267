"""What may be prepared, and whether a premove still fits, for the page that shows it and the sweep that plays it."""

from typing import Any

from games.models import Player
from games.rules.engine.premoves import Offer, Premove
from games.rules.engine.values import Observation
from games.state.table import Table


def find_offer(table: Table, seen: Observation, player: Player) -> Offer | None:
    premoves = table.title.PREMOVES
    return premoves.offer(seen) if premoves and table.game.is_running and not player.stand_in else None


def find_answer(table: Table, seat: int) -> tuple[Any, ...] | None:
    """Return the moves with which a seat's premove answers.

    Return None if the premove does not fit, or if the facts that it relies on have changed since it was made. The facts
    are compared as the seat could see them then and now, so nothing is compared that the seat may not know, and nothing
    needs to be stored.
    """
    premoves, player = table.title.PREMOVES, table.players[seat]
    seen = table.title.observe(table.states[-1], seat)
    if premoves is None or player.premove is None or seen.decision is None:
        return None
    # Older premoves have no such number, so their facts are not compared.
    if player.premove_step is not None:
        then = table.title.observe(table.states[player.premove_step], seat)
        kind = seen.decision.kind
        if premoves.rests_on(then, player.premove, kind) != premoves.rests_on(seen, player.premove, kind):
            return None
    return premoves.answer(seen, player.premove)


def find_rest(before: Table, after: Table, seat: int, premove: Premove) -> dict[str, str]:
    """Return what is kept of a premove that has just answered a question."""
    title = before.title
    if title.PREMOVES is None:
        return {}
    then, now = (title.observe(table.states[-1], seat) for table in (before, after))
    return {**title.PREMOVES.rest(then, now, premove)}


def is_unfit(table: Table, seen: Observation, seat: int) -> bool:
    player = table.players[seat]
    if player.premove_dropped or table.title.PREMOVES is None or player.premove is None or seen.decision is None:
        return player.premove_dropped
    return find_answer(table, seat) is None
