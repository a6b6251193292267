from dataclasses import replace

from games.rules.engine.values import Seat
from games.rules.insidejob.roles import AGENT
from games.rules.insidejob.state import State


def disguise(state: State, seat: Seat) -> State:
    """Make every hidden role an Agent's.

    So a link cannot break suit or vote twice, nor show who could.
    """
    roles = tuple(role if place in state.revealed else AGENT for place, role in enumerate(state.deal.roles))
    return replace(state, deal=replace(state.deal, roles=roles))
