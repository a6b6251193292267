"""What one seat, or the public, may know, field by field."""

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

# Acts shown.
LATEST = 3


class Door(NamedTuple):
    """Visible facts, without conclusions."""

    place: int
    spy: int | None
    destroyed: bool
    tokens: int
    worth: int


class SeenHideout(NamedTuple):
    """Only `spy` depends on the viewer."""

    place: int
    # None if unknown or empty.
    spy: int | None
    destroyed: bool
    tokens: int
    # Points for destroying it.
    worth: int
    # Times since the start.
    filled: int
    # By the public history, ascending.
    possible: tuple[int, ...]
    # Attacks since it was filled: attacking spy and answer.
    answers: tuple[tuple[int, str], ...]

    @property
    def door(self) -> Door:
        return Door(self.place, self.spy, self.destroyed, self.tokens, self.worth)


@dataclass(frozen=True, slots=True)
class Observation:
    """None is the public. Tuples are by seat."""

    viewer: Seat | None
    seats: int
    # Seats that the viewer may know to be asked.
    awaited: tuple[Seat, ...]
    decision: Decision | None
    legal: tuple[Move, ...]
    roles: tuple[str, ...]
    spies: tuple[int, ...]
    first: Seat
    # From 1; 0 while hiding.
    turn: int
    player: Seat
    # To be refilled.
    gap: Gap | None
    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    hideouts: tuple[tuple[SeenHideout, ...], ...]
    # Not put down yet.
    tokens: tuple[int, ...]
    points: tuple[int, ...]
    # Since the hiding.
    past: tuple[Act, ...]
    # Empty until the end.
    hands: tuple[tuple[int, ...], ...]
    outcome: Outcome | None

    @property
    def is_hiding(self) -> bool:
        return not self.turn

    @property
    def latest(self) -> tuple[tuple[int, Act], ...]:
        """Numbered from 1."""
        numbered = tuple(enumerate(self.past, start=1))
        return numbered[-LATEST:]

    @property
    def is_over(self) -> bool:
        return self.outcome is not None


def observe(state: State, viewer: Seat | None) -> Observation:
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
    """Hidden spies are visible to their owner, and to all at the end."""
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
