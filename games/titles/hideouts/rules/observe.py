"""What one seat, or the public, may know, field by field."""

from dataclasses import dataclass
from typing import NamedTuple

from games.rules.engine.values import Decision, Outcome, Seat
from games.titles.hideouts.rules.acts import Act, Attacked
from games.titles.hideouts.rules.deduction import count_fillings, find_answers, find_possible
from games.titles.hideouts.rules.ending import END_REASONS, count_points, count_worth
from games.titles.hideouts.rules.legality import decision, legal_moves, to_act
from games.titles.hideouts.rules.material import PLAYERS, ROLES, SPIES
from games.titles.hideouts.rules.moves import Move
from games.titles.hideouts.rules.state import Gap, State

# How many of the latest acts the story shows.
LATEST = 3
# The story shows each act in `BEATS` beats. The number flies, the stamp falls, the door falls or numbers are struck
# out, points fly to a score and are added, and the answer stays.
BEATS, STAMPED, STRUCK, FLY, SCORED, ANSWERED = 20, 1, 2, 3, 4, 13
# At the end of a game, after the acts, the doors that still stand open, and points are counted.
OPENED, COUNTED = 1 + BEATS * LATEST, 2 + BEATS * LATEST


class Door(NamedTuple):
    """A hideout as everyone sees it, without conclusions about its spy."""

    place: int
    spy: int | None
    destroyed: bool
    tokens: int
    worth: int


class Shot(NamedTuple):
    """An attack, and the first beat of the story that shows it."""

    key: int
    beat: int
    act: Attacked
    # The seat and the place of the hideout that is destroyed, if any.
    fallen: tuple[Seat, int] | None

    @property
    def door(self) -> tuple[Seat, int]:
        return 1 - self.act.seat, self.act.target


class Gain(NamedTuple):
    """Points on their way from a fallen door to a score, and the beat of the story that shows them."""

    beat: int
    seat: Seat
    door: tuple[Seat, int]
    points: int


class SeenHideout(NamedTuple):
    """A hideout as a viewer knows it. Only `spy` depends on the viewer."""

    place: int
    # None if the viewer does not know it, or the hideout is empty.
    spy: int | None
    destroyed: bool
    tokens: int
    # Points for destroying it.
    worth: int
    # How often it was filled again since the start.
    filled: int
    # The spies that may be in it by the public history, in ascending order.
    possible: tuple[int, ...]
    # Attacks on it since it was filled, as pairs of attacking spy and answer.
    answers: tuple[tuple[int, str], ...]

    @property
    def door(self) -> Door:
        return Door(self.place, self.spy, self.destroyed, self.tokens, self.worth)


@dataclass(frozen=True, slots=True)
class Observation:
    """What a viewer may know. The viewer None is the public. Tuples are by seat."""

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
    # The hideout that must be refilled.
    gap: Gap | None
    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    hideouts: tuple[tuple[SeenHideout, ...], ...]
    # The decoys that each player has not yet put down.
    tokens: tuple[int, ...]
    points: tuple[int, ...]
    # All public acts since the hiding.
    past: tuple[Act, ...]
    # Empty until the end.
    hands: tuple[tuple[int, ...], ...]
    outcome: Outcome | None

    @property
    def is_hiding(self) -> bool:
        return not self.turn

    @property
    def latest(self) -> tuple[tuple[int, Act], ...]:
        """The latest acts, numbered from 1."""
        numbered = tuple(enumerate(self.past, start=1))
        return numbered[-LATEST:]

    @property
    def shots(self) -> tuple[Shot, ...]:
        return tuple(
            Shot(key, 1 + BEATS * place, act, _find_fallen(act))
            for place, (key, act) in enumerate(self.latest)
            if isinstance(act, Attacked)
        )

    @property
    def ends(self) -> dict[int, int]:
        """The last beat of each of the latest acts."""
        return {key: 1 + BEATS * place + ANSWERED for place, (key, _) in enumerate(self.latest)}

    @property
    def struck(self) -> dict[tuple[Seat, int], int]:
        """The first beat that shows what the last attack on a hideout found out, by seat and place."""
        return {shot.door: shot.beat + STRUCK for shot in self.shots}

    @property
    def falls(self) -> dict[tuple[Seat, int], int]:
        return {shot.fallen: shot.beat + STRUCK for shot in self.shots if shot.fallen}

    @property
    def gains(self) -> tuple[Gain, ...]:
        return tuple(
            Gain(shot.beat + FLY, 1 - owner, (owner, place), self.hideouts[owner][place].worth)
            for shot in self.shots
            if shot.fallen
            for owner, place in (shot.fallen,)
        )

    @property
    def scores(self) -> dict[Seat, int]:
        """The beat when each seat's latest points are added to its score."""
        return {gain.seat: gain.beat + SCORED - FLY for gain in self.gains}

    @property
    def ranking(self) -> tuple[Seat, ...]:
        """The seats, at the end of a game the winner first."""
        winners = self.outcome.winners if self.outcome else ()
        return tuple(sorted(range(self.seats), key=lambda seat: seat not in winners))

    @property
    def opened(self) -> int:
        """The beat at the end of a game when the doors that still stand open."""
        return OPENED

    @property
    def counted(self) -> int:
        """The beat at the end of a game when counting the points begins."""
        return COUNTED

    @property
    def shows_hands(self) -> bool:
        """Whether the result shows the sums of the hands."""
        return self.outcome is not None and END_REASONS[self.outcome.reason].shows_hands

    @property
    def is_over(self) -> bool:
        return self.outcome is not None


def _find_fallen(act: Attacked) -> tuple[Seat, int] | None:
    if act.answer == "success":
        return 1 - act.seat, act.target
    return None if act.own is None else (act.seat, act.own)


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
        hideouts=tuple(_see_hideouts(state, seat, viewer) for seat in range(PLAYERS)),
        tokens=tuple(state.tokens_left(seat) for seat in range(PLAYERS)),
        points=tuple(count_points(state, seat) for seat in range(PLAYERS)),
        past=state.past,
        hands=state.hands if state.outcome is not None else (),
        outcome=state.outcome,
    )


def _see_hideouts(state: State, owner: Seat, viewer: Seat | None) -> tuple[SeenHideout, ...]:
    """Return the hideouts of `owner` as a viewer sees them.

    Only the owner sees the hidden spies, and at the end everyone does.
    """
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
