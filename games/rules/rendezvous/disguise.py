from dataclasses import replace

from games.rules.engine.values import Seat
from games.rules.rendezvous.moves import NUMBER, SAY
from games.rules.rendezvous.options import THREE
from games.rules.rendezvous.state import State


def disguise(state: State, seat: Seat) -> State | None:
    """With three seats a password does not give the role away.

    With more it does, as do refused words and legal pointings: then links only take the number and emoji, and show no
    card.
    """
    if state.options.variant == THREE or state.phase == NUMBER:
        return state
    if state.phase != SAY or not state.options.silent:
        return None
    rounds = list(state.deal.rounds)
    rounds[state.place] = (None,) * state.seats
    return replace(state, deal=replace(state.deal, rounds=tuple(rounds)))
