"""A game of T.A.R.G.E.T. to write tests with: a line of a test reads as the moves made in it.

`duel("123", "456").hand(7, at=0)`: seat 0 has hidden 1, 2 and 3, seat 1 has hidden 4, 5 and 6, and seat 0, who begins,
attacks the left hideout with the 7 of the hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.rules.engine.values import Event, Outcome, Seat
from games.titles.hideouts.rules import TITLE as hideouts
from games.titles.hideouts.rules.acts import Attacked
from games.titles.hideouts.rules.apply import apply
from games.titles.hideouts.rules.deal import Deal
from games.titles.hideouts.rules.legality import objection, to_act
from games.titles.hideouts.rules.material import RULES
from games.titles.hideouts.rules.moves import AttackFromHand, AttackFromHideout, Hide, Move, Refill, Swap
from games.titles.hideouts.rules.narrate import narrate
from games.titles.hideouts.rules.observe import Observation, SeenHideout, observe
from games.titles.hideouts.rules.options import Options
from games.titles.hideouts.rules.state import State, start
from tests.rules.conformance import Setting

TABLE = Setting(hideouts, 2, ())
"""The only kind of table, for games of bots."""


@dataclass(frozen=True)
class Duel:
    """A game between two moves, and the moves of the seat that is asked, as verbs."""

    state: State
    before: State | None = None
    move: Any = None

    @property
    def asked(self) -> Seat:
        (seat,) = to_act(self.state)
        return seat

    def hand(self, spy: int, at: int) -> "Duel":
        return self.moves(AttackFromHand(self.asked, spy, at))

    def hideout(self, own: int, at: int) -> "Duel":
        return self.moves(AttackFromHideout(self.asked, own, at))

    def swap(self, own: int, spy: int, beside: int) -> "Duel":
        return self.moves(Swap(self.asked, own, spy, beside))

    def refill(self, spy: int) -> "Duel":
        return self.moves(Refill(self.asked, spy))

    def wait(self) -> "Duel":
        """Attack from the hand in vain, so that the turn passes: with the spy that tells least of itself."""
        other = 1 - self.asked
        target = self.state.standing(other)[0]
        spy = next(spy for spy in self.state.hands[self.asked] if spy != self.state.hideouts[other][target].spy)
        return self.hand(spy, at=target)

    def moves(self, move: Move) -> "Duel":
        assert objection(self.state, move) is None, (objection(self.state, move), move)
        return Duel(apply(self.state, move), self.state, move)

    def refuses(self, move: Move) -> str | None:
        """Return why a move may not be made, or None."""
        return objection(self.state, move)

    def but(self, **fields: Any) -> "Duel":
        return Duel(replace(self.state, **fields))

    def seen_by(self, viewer: Seat | None) -> Observation:
        return observe(self.state, viewer)

    def told(self, viewer: Seat | None) -> tuple[Event, ...]:
        assert self.before is not None
        return narrate(self.before, self.move, self.state, viewer, self.state)

    def looks(self, seat: Seat) -> str:
        """Return a seat's hideouts as its owner sees them: `1x2` has lost the centre, `1_2` has a gap there."""
        return "".join(map(write_hideout, self.seen_by(seat).hideouts[seat]))

    def possible(self, seat: Seat) -> list[str]:
        """Return the values that the public history leaves open for each hideout of a seat."""
        return ["".join(map(str, seen.possible)) for seen in self.seen_by(None).hideouts[seat]]

    @property
    def answer(self) -> str:
        """The answer to the last attack."""
        act = self.state.past[-1]
        assert isinstance(act, Attacked)
        return act.answer

    @property
    def outcome(self) -> Outcome:
        assert self.state.outcome is not None
        return self.state.outcome


def write_hideout(seen: SeenHideout) -> str:
    """Return a hideout as one letter."""
    return "x" if seen.destroyed else "_" if seen.spy is None else str(seen.spy)


def unhidden(first: Seat = 0) -> Duel:
    return Duel(start(Options(), Deal(first), RULES))


def duel(hidden: str = "123", opposing: str = "456", *, first: Seat = 0) -> Duel:
    """Return a game in which both have hidden the spies written from left to right, seat 0's first."""
    now = unhidden(first)
    for seat, spies in enumerate((hidden, opposing)):
        now = now.moves(Hide(seat, tuple(map(int, spies))))
    return now


def hands(now: Duel) -> list[str]:
    return [digits(hand) for hand in now.state.hands]


def digits(values: Sequence[int]) -> str:
    return "".join(map(str, values))
