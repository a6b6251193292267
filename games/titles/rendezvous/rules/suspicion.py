"""The question that players note suspicions about: who are the spies of a round?"""

from games.rules.engine.texts import text
from games.rules.engine.values import Seat, Suspicion
from games.titles.rendezvous.rules.deal import list_spies
from games.titles.rendezvous.rules.state import State


def _is_spy(state: State, seat: Seat) -> bool:
    return seat in list_spies(state.cards)


SUSPICION = Suspicion(
    question=text("Who are the spies of this round?"),
    steps=(
        text("definitely not a spy"),
        text("more likely not a spy"),
        text("hard to say"),
        text("more likely a spy"),
        text("definitely a spy"),
    ),
    sides=(text("Counter-spy"), text("Spy")),
    truth=_is_spy,
    by_scene=True,
)
