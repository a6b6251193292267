"""A game as the link of a mail shows it: with no card that tells who is a spy."""

from dataclasses import replace

from games.rules.engine.values import Seat
from games.rules.rendezvous.moves import NUMBER, SAY
from games.rules.rendezvous.options import THREE
from games.rules.rendezvous.state import State


def disguise(state: State, seat: Seat) -> State | None:
    """Return the game as `seat` may play it by a link, or None.

    At a table of three a password tells no role. At any other it does, and so do the refusal of a word that holds it,
    and at whom one may point: there a link takes the number and emoji, and shows no card.
    """
    if state.options.variant == THREE or state.phase == NUMBER:
        return state
    if state.phase != SAY or not state.options.silent:
        return None
    rounds = list(state.deal.rounds)
    rounds[state.place] = (None,) * state.seats
    return replace(state, deal=replace(state.deal, rounds=tuple(rounds)))
