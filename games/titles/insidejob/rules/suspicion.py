"""The question that players note suspicions about: who is the Insider?"""

from games.rules.engine.texts import text
from games.rules.engine.values import Seat, Suspicion
from games.titles.insidejob.rules.roles import INSIDERS, NEUTRAL, ROLES
from games.titles.insidejob.rules.state import State


def _is_insider(state: State, seat: Seat) -> bool | None:
    """Whether a seat is the Insider's; None for neutral roles."""
    side = ROLES[state.deal.roles[seat]].side
    return None if side == NEUTRAL else side == INSIDERS


SUSPICION = Suspicion(
    question=text("Who is the Insider?"),
    steps=(
        text("definitely an Agent"),
        text("more likely an Agent"),
        text("hard to say"),
        text("more likely the Insider"),
        text("definitely the Insider"),
    ),
    sides=(text("Agents’ side"), text("Insider’s side")),
    truth=_is_insider,
)
