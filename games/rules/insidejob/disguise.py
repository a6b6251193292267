"""A game as the link of a mail shows it: all whose roles are not open are Agents there."""

from dataclasses import replace

from games.rules.engine.values import Seat
from games.rules.insidejob.roles import AGENT
from games.rules.insidejob.state import State


def disguise(state: State, seat: Seat) -> State:
    """Return the game in which every hidden role is an Agent's.

    So by a link nobody breaks suit or votes twice, nor learns who could. A role that is open changes nothing: all know
    what it allows.
    """
    roles = tuple(role if place in state.revealed else AGENT for place, role in enumerate(state.deal.roles))
    return replace(state, deal=replace(state.deal, roles=roles))
