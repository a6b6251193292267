"""What one seat, or the public, may know of a game: each field named, none stripped (section 13)."""

from dataclasses import dataclass, replace

from games.rules.insidejob.cards import Card, sort_hand
from games.rules.insidejob.deal import list_undealt
from games.rules.insidejob.ending import most_accused
from games.rules.insidejob.legality import (
    count_votes,
    decision,
    is_choosing_mission,
    is_larrys_turn,
    legal_moves,
    to_act,
)
from games.rules.insidejob.missions import Mission
from games.rules.insidejob.moves import Move, Vote
from games.rules.insidejob.numbers import Numbers
from games.rules.insidejob.options import LAST_TRICK, Options
from games.rules.insidejob.roles import list_roles
from games.rules.insidejob.state import Look, State, Trick, suspects
from games.rules.insidejob.trick import Played
from games.rules.insidejob.verdicts import give_verdict
from games.rules.protocol import Decision, Event, Outcome, Seat


@dataclass(frozen=True, slots=True)
class SeenTrick:
    """A finished trick as it may be looked at again. `number` counts from 1.

    `set_aside` is known to whoever led the trick, and to all at the end.
    """

    number: int
    mission: Mission
    plays: tuple[Played, ...]
    winner: Seat
    met: bool
    intel: int
    set_aside: Mission | None


@dataclass(frozen=True, slots=True)
class Observation:
    """What `viewer` knows; None is the public. Values by seat are tuples with an entry for each place, also Larry's.

    `in_play` are the roles dealt; `roles` holds None where a role is hidden. `votes_allowed` is how many votes the
    viewer has. `tricks` are those in sight. `drawn` are the two missions drawn, `offered` those that may be chosen of
    them, `set_aside` pairs of trick number and mission: all for the leader concerned. `controller` plays for Larry, of
    whose pile `pile` cards are left; `shown` are the three to choose from, `looks` what the viewer has seen of it.
    `hands`, `undealt` (the cards in the box), `votes` and `verdicts` (why each seat has won or not) stay empty until
    the end opens them.
    """

    viewer: Seat | None
    seats: int
    options: Options
    numbers: Numbers
    awaited: tuple[Seat, ...]
    decision: Decision | None
    legal: tuple[Move, ...]
    in_play: tuple[str, ...]
    roles: tuple[str | None, ...]
    partner: Seat | None
    revealed: tuple[Seat, ...]
    suspects: tuple[Seat, ...]
    votes_allowed: int
    hand: tuple[Card, ...]
    hand_sizes: tuple[int, ...]
    intel: tuple[int, ...]
    reserve: int
    met: int
    trick: int
    leader: Seat
    drawn: tuple[Mission, ...]
    offered: tuple[Mission, ...]
    mission: Mission | None
    plays: tuple[Played, ...]
    tricks: tuple[SeenTrick, ...]
    set_aside: tuple[tuple[int, Mission], ...]
    controller: Seat | None
    pile: int
    shown: tuple[Card, ...]
    looks: tuple[Look, ...]
    outcome: Outcome | None
    hands: tuple[tuple[Card, ...], ...] = ()
    undealt: tuple[Card, ...] = ()
    votes: tuple[Vote, ...] = ()
    accused: tuple[Seat, ...] = ()
    verdicts: tuple[Event, ...] = ()


def observe(state: State, viewer: Seat | None) -> Observation:
    """Return what `viewer` may know of `state`."""
    asked = to_act(state)
    own = viewer if viewer in asked else None
    chooses = own is not None and own == state.leader and is_choosing_mission(state)
    seen = Observation(
        viewer=viewer,
        seats=state.seats,
        options=state.options,
        numbers=state.numbers,
        awaited=asked,
        decision=None if own is None else decision(state, own),
        legal=() if own is None else legal_moves(state, own),
        in_play=tuple(list_roles(state.seats, state.options.roles)),
        roles=tuple(role if knows_role(state, viewer, seat) else None for seat, role in enumerate(state.deal.roles)),
        partner=state.partner,
        revealed=state.revealed,
        suspects=suspects(state, own) if own is not None and state.is_vote else (),
        votes_allowed=count_votes(state, own) if own is not None and state.is_vote else 0,
        hand=() if viewer is None else sort_hand(state.hands[viewer]),
        hand_sizes=tuple(len(hand) for hand in state.hands),
        intel=state.intel,
        reserve=state.reserve,
        met=state.met,
        trick=min(len(state.tricks) + 1, state.numbers.tricks),
        leader=state.leader,
        drawn=state.drawn if chooses else (),
        offered=state.offered if chooses else (),
        mission=state.mission,
        plays=state.plays,
        tricks=tuple(see_trick(state, place, viewer) for place in places_in_sight(state)),
        set_aside=recall_set_aside(state, viewer),
        controller=state.controller if state.has_larry else None,
        pile=len(state.pile),
        shown=state.shown if own is not None and is_larrys_turn(state) else (),
        looks=recall_looks(state, viewer),
        outcome=state.outcome,
    )
    return seen if state.outcome is None else open_all(seen, state)


def open_all(seen: Observation, state: State) -> Observation:
    """Return what is seen of a finished game with what its end opens to everybody."""
    return replace(
        seen,
        hands=state.hands,
        undealt=list_undealt(state.deal),
        votes=state.votes,
        accused=() if state.has_larry else most_accused(state.votes),
        verdicts=tuple(give_verdict(state, seat) for seat in range(state.seats)),
    )


def knows_role(state: State, viewer: Seat | None, seat: Seat) -> bool:
    """Tell whether `viewer` knows a role: their own, a revealed one, as Accomplice her partner's; all at the end."""
    if seat == viewer or seat in state.revealed or state.outcome is not None:
        return True
    return viewer is not None and viewer == state.accomplice and seat == state.partner


def knows_set_aside(state: State, trick: Trick, viewer: Seat | None) -> bool:
    """Tell whether `viewer` knows the mission set aside: whoever led knows it for good, all at the end."""
    return trick.plays[0].seat == viewer or state.outcome is not None


def recall_set_aside(state: State, viewer: Seat | None) -> tuple[tuple[int, Mission], ...]:
    """Return the missions set aside that `viewer` knows, each with its trick's number."""
    past = tuple(
        (place + 1, trick.set_aside)
        for place, trick in enumerate(state.tricks)
        if knows_set_aside(state, trick, viewer)
    )
    now = state.set_aside if viewer == state.leader else None
    return past if now is None else (*past, (len(state.tricks) + 1, now))


def recall_looks(state: State, viewer: Seat | None) -> tuple[Look, ...]:
    """Return what `viewer` has seen of Larry's cards. At the end all do, but for the card still on his pile."""
    own = (look for look in state.looks if look.seat == viewer)
    if state.outcome is None:
        return tuple(own)
    return tuple(
        look if look.seat == viewer or look.back not in state.pile else replace(look, back=None) for look in state.looks
    )


def places_in_sight(state: State) -> range:
    """Return the places of the finished tricks in sight: the last one, or all (section 7, memory)."""
    count = len(state.tricks)
    first = max(0, count - 1) if state.options.memory == LAST_TRICK and state.outcome is None else 0
    return range(first, count)


def see_trick(state: State, place: int, viewer: Seat | None) -> SeenTrick:
    """Return a finished trick as `viewer` may look at it."""
    trick = state.tricks[place]
    return SeenTrick(
        number=place + 1,
        mission=trick.mission,
        plays=trick.plays,
        winner=trick.winner,
        met=trick.met,
        intel=trick.intel,
        set_aside=trick.set_aside if knows_set_aside(state, trick, viewer) else None,
    )
