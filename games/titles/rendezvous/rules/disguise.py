from dataclasses import replace

from games.rules.engine.values import Seat
from games.titles.rendezvous.rules.moves import NUMBER, SAY
from games.titles.rendezvous.rules.options import THREE
from games.titles.rendezvous.rules.state import State


def disguise(state: State, seat: Seat) -> State | None:
    """Return the state as a link in an email shows it, or None.

    With three players, a password does not give the role away. With more players it does, and so do refused words and
    legal pointings. Such links therefore show no card, and only take a number or emoji.
    """
    if state.options.variant == THREE or state.phase == NUMBER:
        return state
    if state.phase != SAY or not state.options.silent:
        return None
    rounds = list(state.deal.rounds)
    rounds[state.place] = (None,) * state.seats
    return replace(state, deal=replace(state.deal, rounds=tuple(rounds)))
