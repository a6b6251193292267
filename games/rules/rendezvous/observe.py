"""What one seat, or the public, may know of a game: each field named, none stripped."""

from dataclasses import dataclass

from games.rules.protocol import Decision, Outcome, Seat
from games.rules.rendezvous.deal import list_spies
from games.rules.rendezvous.legality import decision, legal_moves, to_act
from games.rules.rendezvous.moves import GUESS, NUMBER, Move, Say
from games.rules.rendezvous.options import THREE, Options
from games.rules.rendezvous.state import OVER, Round, State, count_spy_rounds, find_password
from games.rules.rendezvous.words import Card


@dataclass(frozen=True, slots=True)
class Observation:
    """What `viewer` knows; None is the public. Values by seat are tuples with an entry for each seat.

    `phase` is what is asked now, of whomever. `round`, `lap` are those under way, counted from 1, out of `rounds` and
    `laps`; `order` is that of speaking, `says` what was said in this round. `card`, `password` and `pointed` (at whom)
    are the viewer's own of this round. `is_spy` is None where the viewer cannot tell: at a table of three, before the
    cards are dealt, and for the public. `spy_rounds` counts the finished rounds, which `debriefings` open to all.
    """

    viewer: Seat | None
    seats: int
    options: Options
    awaited: tuple[Seat, ...]
    decision: Decision | None
    legal: tuple[Move, ...]
    phase: str
    number: int | None
    round: int
    rounds: int
    lap: int
    laps: int
    order: tuple[Seat, ...]
    says: tuple[Say, ...]
    card: Card | None
    password: str | None
    is_spy: bool | None
    pointed: tuple[Seat, ...]
    points: tuple[int, ...]
    bank: int
    spy_rounds: tuple[int, ...]
    debriefings: tuple[Round, ...]
    outcome: Outcome | None


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
