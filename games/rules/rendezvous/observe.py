"""What one seat, or the public, may know of a game: each field named, none stripped."""

from dataclasses import dataclass

from games.rules.engine.values import Decision, Outcome, Seat
from games.rules.rendezvous.deal import list_spies
from games.rules.rendezvous.legality import decision, legal_moves, to_act
from games.rules.rendezvous.moves import GUESS, NUMBER, Move, Say
from games.rules.rendezvous.options import THREE, Options
from games.rules.rendezvous.state import OVER, Round, State, count_spy_rounds, find_password
from games.rules.rendezvous.words import Card


@dataclass(frozen=True, slots=True)
class Observation:
    """What `viewer` knows; None is the public. Values by seat are tuples with an entry for each seat."""

    viewer: Seat | None
    """Whose observation it is: a seat, or None for the public."""
    seats: int
    """How many play."""
    options: Options
    """What the table chose."""
    awaited: tuple[Seat, ...]
    """The seats that the viewer may know to be asked."""
    decision: Decision | None
    """What the viewer is asked, if anything."""
    legal: tuple[Move, ...]
    """The moves open to the viewer: of typed words, some."""
    phase: str
    """What is asked now, of the viewer or of others."""
    number: int | None
    """The number chosen, once it is: which word of each card counts."""
    round: int
    """The round under way, from 1."""
    rounds: int
    """How many rounds are played."""
    lap: int
    """The lap under way, from 1."""
    laps: int
    """How many laps a round has."""
    order: tuple[Seat, ...]
    """The order of speaking in this round."""
    says: tuple[Say, ...]
    """What was said in this round; of laps at once those that are whole."""
    card: Card | None
    """The viewer's own card of this round."""
    password: str | None
    """The viewer's password of this round; None for who has none."""
    is_spy: bool | None
    """Whether the viewer is a spy; None where they cannot tell.

    That is at a table of three, before the cards are dealt, and for the public.
    """
    pointed: tuple[Seat, ...]
    """At whom the viewer pointed in this round."""
    points: tuple[int, ...]
    """By seat, the points so far."""
    bank: int
    """The points that the bank has left."""
    spy_rounds: tuple[int, ...]
    """By seat, in how many of the finished rounds it was a spy."""
    debriefings: tuple[Round, ...]
    """The finished rounds, open to all."""
    outcome: Outcome | None
    """How the game ended; None while it runs."""


def observe(state: State, viewer: Seat | None) -> Observation:
    """Return what `viewer` may know of `state`."""
    holds_card = viewer is not None and state.phase not in (NUMBER, OVER)
    own = viewer if holds_card else None
    asked = None if viewer is None else decision(state, viewer)
    return Observation(
        viewer=viewer,
        seats=state.seats,
        options=state.options,
        awaited=list_awaited(state, viewer),
        decision=asked,
        legal=() if viewer is None else legal_moves(state, viewer),
        phase=state.phase,
        number=state.number,
        round=state.place + 1,
        rounds=state.options.rounds,
        lap=state.lap,
        laps=state.laps,
        order=state.order,
        says=list_heard(state),
        card=None if own is None else state.cards[own],
        password=None if own is None else find_password(state, own),
        is_spy=None if own is None or state.options.variant == THREE else own in list_spies(state.cards),
        pointed=next((point.at for point in state.pointings if point.seat == own), ()),
        points=state.points,
        bank=state.bank,
        spy_rounds=count_spy_rounds(state),
        debriefings=state.rounds,
        outcome=state.outcome,
    )


def list_awaited(state: State, viewer: Seat | None) -> tuple[Seat, ...]:
    """Return the seats that `viewer` may know to be asked: who may guess is known to themselves alone."""
    asked = to_act(state)
    if state.phase == GUESS:
        return tuple(seat for seat in asked if seat == viewer)
    return asked


def list_heard(state: State) -> tuple[Say, ...]:
    """Return what was said in this round: of laps at once those that are whole."""
    count = len(state.says)
    return state.says[: count - count % state.seats] if state.speaks_at_once else state.says
