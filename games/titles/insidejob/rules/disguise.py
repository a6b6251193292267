from dataclasses import replace

from games.rules.engine.values import Seat
from games.titles.insidejob.rules.roles import AGENT
from games.titles.insidejob.rules.state import State


def disguise(state: State, seat: Seat) -> State:
    """Return the state with an Agent in place of every hidden role.

    So a link in an email cannot break suit or vote twice, and does not show who could.
    """
    roles = tuple(role if place in state.revealed else AGENT for place, role in enumerate(state.deal.roles))
    return replace(state, deal=replace(state.deal, roles=roles))
