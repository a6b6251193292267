"""A second pair of eyes on a game: what everyone sees of a log, and what lies where, worked out from the rules again.

It shares no code with the title but the names of moves and acts, so that both can be held against each other.
"""

from collections.abc import Iterable
from typing import Any

from games.rules.engine.values import Entry, Seat
from games.titles.hideouts.rules.acts import Act, Attacked, Refilled, Swapped
from games.titles.hideouts.rules.moves import AttackFromHand, AttackFromHideout, Hide, Refill, Swap


class Referee:
    """A game after some moves: by seat hands and hideouts (None where nothing hidden is), and what all have seen."""

    def __init__(self, log: Iterable[Entry]) -> None:
        self.hands: list[set[int]] = [set(range(10)), set(range(10))]
        self.hideouts: list[list[int | None]] = [[None] * 3, [None] * 3]
        self.seen: list[Act] = []
        self.empty = 0
        for entry in log:
            self.play(entry.move)

    def play(self, move: Any) -> None:
        own, hand = self.hideouts[move.seat], self.hands[move.seat]
        match move:
            case Hide(_, spies):
                own[:] = spies
                hand.difference_update(spies)
            case AttackFromHand(_, spy, target):
                self.attack(move.seat, spy, None, target)
            case AttackFromHideout(_, place, target):
                self.attack(move.seat, own[place], place, target)
            case Refill(_, spy):
                own[self.empty] = spy
                hand.remove(spy)
                self.seen.append(Refilled(move.seat, self.empty))
            case Swap(_, place, spy, token):
                self.seen.append(Swapped(move.seat, place, own[place] or 0, token))
                hand.add(own[place] or 0)
                own[place] = spy
                hand.remove(spy)

    def attack(self, seat: Seat, spy: int | None, own: int | None, target: int) -> None:
        theirs = self.hideouts[1 - seat]
        hidden = theirs[target]
        assert spy is not None
        assert hidden is not None
        answer = "plus" if hidden > spy else "minus" if hidden < spy else "success"
        matched = theirs.index(spy) if own is not None and answer != "success" and spy in theirs else None
        self.seen.append(Attacked(seat, spy, own, target, answer, matched))
        if own is None and answer != "success":
            return
        for side in (0, 1):
            self.hands[side].discard(spy)
            self.hideouts[side][:] = [None if held == spy else held for held in self.hideouts[side]]
        if answer == "success" and own is not None:
            self.empty = own
        elif matched is not None:
            self.empty = matched
