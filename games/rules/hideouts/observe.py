"""What one seat, or the public, may know of a game: each field named, none stripped."""

from dataclasses import dataclass
from typing import NamedTuple

from games.rules.engine.values import Decision, Outcome, Seat
from games.rules.hideouts.acts import Act
from games.rules.hideouts.deduction import count_fillings, find_answers, find_possible
from games.rules.hideouts.ending import count_points, count_worth
from games.rules.hideouts.legality import decision, legal_moves, to_act
from games.rules.hideouts.material import PLAYERS, ROLES, SPIES
from games.rules.hideouts.moves import Move
from games.rules.hideouts.state import Gap, State

LATEST = 3
"""How many acts a page shows of the last."""


class Door(NamedTuple):
    """What is to be seen of a hideout, without what may be concluded."""

    place: int
    spy: int | None
    destroyed: bool
    tokens: int
    worth: int


class SeenHideout(NamedTuple):
    """A hideout as `viewer` sees it. All but `spy` is the same for every viewer."""

    place: int
    """Which hideout of its owner's it is, from 0."""
    spy: int | None
    """Its spy; None if unknown, or if there is none."""
    destroyed: bool
    """Whether it is destroyed."""
    tokens: int
    """How many decoys lie beside it."""
    worth: int
    """The points that it brings once it is destroyed."""
    filled: int
    """How often it was filled since the start."""
    possible: tuple[int, ...]
    """The values that the public history leaves open for a hidden spy, ascending."""
    answers: tuple[tuple[int, str], ...]
    """The attacks on it since it was filled: pairs of the spy that attacked and the answer."""

    @property
    def door(self) -> Door:
        """What is to be seen of it."""
        return Door(self.place, self.spy, self.destroyed, self.tokens, self.worth)


@dataclass(frozen=True, slots=True)
class Observation:
    """What `viewer` knows; None is the public. Values by seat are tuples."""

    viewer: Seat | None
    """Whose observation it is: a seat, or None for the public."""
    seats: int
    """How many play: two."""
    awaited: tuple[Seat, ...]
    """The seats that the viewer may know to be asked."""
    decision: Decision | None
    """What the viewer is asked, if anything."""
    legal: tuple[Move, ...]
    """The moves open to the viewer."""
    roles: tuple[str, ...]
    """By seat, the faction."""
    spies: tuple[int, ...]
    """All values that spies have."""
    first: Seat
    """Who has the first turn."""
    turn: int
    """The turn under way, from 1; 0 while spies are being hidden."""
    player: Seat
    """Whose turn it is."""
    gap: Gap | None
    """The hideout that is to be refilled, if any."""
    hand: tuple[int, ...]
    """The viewer's own cards."""
    hand_sizes: tuple[int, ...]
    """By seat, how many cards are left."""
    hideouts: tuple[tuple[SeenHideout, ...], ...]
    """By seat, the hideouts as the viewer sees them."""
    tokens: tuple[int, ...]
    """By seat, the decoys not put down yet."""
    points: tuple[int, ...]
    """By seat, the points so far."""
    past: tuple[Act, ...]
    """All acts since the spies were hidden, as everybody saw them."""
    hands: tuple[tuple[int, ...], ...]
    """By seat, the hand; empty until the end opens them."""
    outcome: Outcome | None
    """How the game ended; None while it runs."""

    @property
    def is_hiding(self) -> bool:
        """Whether the players are hiding their first spies."""
        return not self.turn

    @property
    def latest(self) -> tuple[tuple[int, Act], ...]:
        """The last acts, each with its number, from 1."""
        numbered = tuple(enumerate(self.past, start=1))
        return numbered[-LATEST:]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, and all lies open."""
        return self.outcome is not None


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
