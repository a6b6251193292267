"""What one seat, or the public, may know of a game: each field named, none stripped."""

from dataclasses import dataclass

from games.rules.protocol import Decision, Outcome, Seat
from games.rules.target.acts import Act
from games.rules.target.deduction import count_fillings, find_answers, find_possible
from games.rules.target.ending import count_points, count_worth
from games.rules.target.legality import decision, legal_moves, to_act
from games.rules.target.material import PLAYERS, ROLES, SPIES
from games.rules.target.moves import Move
from games.rules.target.state import Gap, State


@dataclass(frozen=True, slots=True)
class SeenHideout:
    """A hideout as `viewer` sees it: its spy (None if unknown, or if there is none), and the decoys beside it.

    `worth` are the points that it brings once it is destroyed, `filled` is how often it was filled since the start.
    `possible` are the values that the public history leaves open for a hidden spy, ascending, `answers` the attacks on
    it since it was filled: pairs of the spy that attacked and the answer. All these are the same for every viewer.
    """

    place: int
    spy: int | None
    destroyed: bool
    tokens: int
    worth: int
    filled: int
    possible: tuple[int, ...]
    answers: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Observation:
    """What `viewer` knows; None is the public. Values by seat are tuples.

    `spies` are all values there are. `turn` is 0 while spies are being hidden, `player` whose turn it is, `gap` the
    hideout that is to be refilled.
    `hand` is the viewer's own; `hands` stays empty until the end opens it. `tokens` are the decoys not put down yet.
    """

    viewer: Seat | None
    seats: int
    awaited: tuple[Seat, ...]
    decision: Decision | None
    legal: tuple[Move, ...]
    roles: tuple[str, ...]
    spies: tuple[int, ...]
    first: Seat
    turn: int
    player: Seat
    gap: Gap | None
    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    hideouts: tuple[tuple[SeenHideout, ...], ...]
    tokens: tuple[int, ...]
    points: tuple[int, ...]
    past: tuple[Act, ...]
    hands: tuple[tuple[int, ...], ...]
    outcome: Outcome | None


def observe(state: State, viewer: Seat | None) -> Observation:
    """Return what `viewer` may know of `state`."""
    asked = to_act(state)
    own = viewer if viewer in asked else None
    return Observation(
        viewer=viewer,
        seats=PLAYERS,
        awaited=asked,
        decision=None if own is None else decision(state, own),
        legal=() if own is None else legal_moves(state, own),
        roles=ROLES,
        spies=tuple(SPIES),
        first=state.deal.first,
        turn=state.turn,
        player=state.player,
        gap=state.gap,
        hand=() if viewer is None else state.hands[viewer],
        hand_sizes=tuple(len(hand) for hand in state.hands),
        hideouts=tuple(see_hideouts(state, seat, viewer) for seat in range(PLAYERS)),
        tokens=tuple(state.tokens_left(seat) for seat in range(PLAYERS)),
        points=tuple(count_points(state, seat) for seat in range(PLAYERS)),
        past=state.past,
        hands=state.hands if state.outcome is not None else (),
        outcome=state.outcome,
    )


def see_hideouts(state: State, owner: Seat, viewer: Seat | None) -> tuple[SeenHideout, ...]:
    """Return a player's hideouts as `viewer` sees them: hidden spies are their owner's to see, and all's at the end."""
    sees_all = viewer == owner or state.outcome is not None
    public = zip(
        find_possible(state.past, owner),
        find_answers(state.past, owner),
        count_fillings(state.past, owner),
        strict=True,
    )
    return tuple(
        SeenHideout(
            place=place,
            spy=hideout.spy if sees_all or hideout.destroyed else None,
            destroyed=hideout.destroyed,
            tokens=hideout.tokens,
            worth=count_worth(hideout),
            filled=filled,
            possible=possible if state.turn else (),
            answers=answers,
        )
        for place, (hideout, (possible, answers, filled)) in enumerate(zip(state.hideouts[owner], public, strict=True))
    )
