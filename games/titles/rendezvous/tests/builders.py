"""A table of Rendezvous to write tests with: a line of a test reads as the moves made at it.

`table("A??A").says("sea", "sky").points("03", "12", "03", "23")`. A letter of a round is a spy card, whose passwords
are `aone`, `atwo` and so on; `?` is a question mark. The number is 1 unless said otherwise.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.rules.engine.play import make_move
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import CLOCK, PLAYER, Entry, Seat
from games.titles.rendezvous.rules import TITLE as rendezvous
from games.titles.rendezvous.rules.deal import Cards, Deal
from games.titles.rendezvous.rules.moves import SAY, ChooseNumber, Guess, Move, Point, Say
from games.titles.rendezvous.rules.observe import Observation
from games.titles.rendezvous.rules.options import Options
from games.titles.rendezvous.rules.state import Round, State
from games.titles.rendezvous.rules.words import Card

TITLE: AnyTitle = rendezvous
NAMES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def card(letter: str) -> Card | None:
    return None if letter == "?" else tuple(letter.lower() + name for name in NAMES)


def cards(letters: str) -> Cards:
    return tuple(card(letter) for letter in letters)


@dataclass(frozen=True)
class Table:
    """A game between two moves, and the moves as verbs."""

    state: State

    def but(self, **fields: Any) -> "Table":
        return Table(replace(self.state, **fields))

    def moves(self, *moves: Move, by: str = PLAYER) -> "Table":
        state = self.state
        for move in moves:
            state = make_move(TITLE, state, Entry(move, by))
        return Table(state)

    def says(self, *words: str | None) -> "Table":
        """Say a word for each of the next seats; None is the clock's silence."""
        now = self
        for word in words:
            seat = rendezvous.to_act(now.state)[0]
            now = now.moves(Say(seat, word), by=CLOCK if word is None else PLAYER)
        return now

    def talked(self) -> "Table":
        now = self
        while now.state.phase == SAY:
            (seat, *_) = rendezvous.to_act(now.state)
            now = now.moves(Say(seat, None, ("🌊",)) if now.state.options.silent else Say(seat, "word"))
        return now

    def points(self, *at: str | None) -> "Table":
        """Let all point, in seat order, after all have talked: `"03"` at seats 0 and 3; None is the clock's."""
        now = self.talked()
        for seat, named in enumerate(at):
            pointed = () if named is None else (int(named[0]), int(named[1]))
            now = now.moves(Point(seat, pointed), by=CLOCK if named is None else PLAYER)
        return now

    def guesses(self, *passwords: str | None) -> "Table":
        now = self
        for password in passwords:
            now = now.moves(Guess(rendezvous.to_act(now.state)[0], password))
        return now

    def refuses(self, move: Move) -> str | None:
        return rendezvous.objection(self.state, move)

    def seen_by(self, viewer: Seat | None) -> Observation:
        return rendezvous.observe(self.state, viewer)

    @property
    def round(self) -> Round:
        return self.state.rounds[-1]

    @property
    def paid(self) -> list[tuple[str, Seat | None, Seat | None, int]]:
        """Reason, payer, payee and points of each payment of the round finished last."""
        return [(paid.reason, paid.payer, paid.payee, paid.points) for paid in self.round.payments]


def table(
    *rounds: str,
    number: int | None = 1,
    first: Seat = 0,
    held: Sequence[int] | None = None,
    variant: str = "standard",
    **options: Any,
) -> Table:
    """Return a table whose first player has picked a number, unless it is None; `held` are the points by seat."""
    chosen = Options(language="en", rounds=len(rounds), variant=variant, **options)
    now = Table(rendezvous.start(chosen, Deal(first, tuple(map(cards, rounds))), rendezvous.RULES))
    if held is not None:
        now = now.but(points=tuple(held))
    return now if number is None else now.moves(ChooseNumber(first, number))
