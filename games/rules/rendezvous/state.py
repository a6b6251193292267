"""The state of a game of Rendezvous, and the plain questions about it that every rule asks."""

from dataclasses import dataclass

from games.rules.engine.values import FINALE, Outcome, Seat
from games.rules.rendezvous.deal import Cards, Deal, find_pairs, list_spies
from games.rules.rendezvous.moves import GUESS, NUMBER, POINT, SAY, Guess, Point, Say
from games.rules.rendezvous.options import AT_ONCE, Options
from games.rules.rendezvous.scoring import Payment

POINTS = 110
"""How many points there are in all; those that no player holds are the bank."""
POINTS_EACH = 3
"""What every seat starts with."""
LAPS = 2
LAPS_OF_MIMES = 1
"""A mime would only be repeated, so it is shown once."""
VERSIONS: tuple[int, ...] = (1,)
RULES = VERSIONS[-1]
"""The versions of the rules, and that of new tables."""
OVER = "over"


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round, all of it open: who spoke first, the cards, what was said, pointed at and guessed, and paid.

    `passwords` are those of `pairs`, `points` what every seat holds after it.
    """

    first: Seat
    cards: Cards
    pairs: tuple[tuple[Seat, Seat], ...]
    passwords: tuple[str, ...]
    says: tuple[Say, ...]
    pointings: tuple[Point, ...]
    guesses: tuple[Guess, ...]
    payments: tuple[Payment, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A game between two moves. `says`, `pointings` and `guesses` are those of the round under way."""

    rules: int
    options: Options
    deal: Deal
    number: int | None
    says: tuple[Say, ...]
    pointings: tuple[Point, ...]
    guesses: tuple[Guess, ...]
    rounds: tuple[Round, ...]
    points: tuple[int, ...]
    outcome: Outcome | None

    @property
    def seats(self) -> int:
        return len(self.points)

    @property
    def place(self) -> int:
        """Which round is under way, counted from 0; once the game is over, the last one."""
        return min(len(self.rounds), self.options.rounds - 1)

    @property
    def cards(self) -> Cards:
        """The cards of the round under way."""
        return self.deal.rounds[self.place]

    @property
    def first(self) -> Seat:
        """Who speaks first in the round under way: one seat further to the left in each."""
        return (self.deal.first + self.place) % self.seats

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats in the order in which they speak."""
        first = self.first
        return (*range(first, self.seats), *range(first))

    @property
    def laps(self) -> int:
        return LAPS_OF_MIMES if self.options.silent else LAPS

    @property
    def lap(self) -> int:
        """Which lap is under way, counted from 1; the last one while players point and guess."""
        return min(len(self.says) // self.seats + 1, self.laps)

    @property
    def speaks_at_once(self) -> bool:
        """Whether a lap is written in secret and appears as a whole."""
        return self.options.laps == AT_ONCE

    @property
    def phase(self) -> str:
        """What is being asked: `NUMBER`, `SAY`, `POINT` or `GUESS`; or `OVER`."""
        if self.outcome is not None:
            return OVER
        if self.number is None:
            return NUMBER
        if len(self.says) < self.laps * self.seats:
            return SAY
        return POINT if len(self.pointings) < self.seats else GUESS

    @property
    def bank(self) -> int:
        """The points that no player holds."""
        return POINTS - sum(self.points)


def start(options: Options, deal: Deal, rules: int) -> State:
    """Return the state before the first player picks the number."""
    seats = len(deal.rounds[0])
    return State(
        rules=rules,
        options=options,
        deal=deal,
        number=None,
        says=(),
        pointings=(),
        guesses=(),
        rounds=(),
        points=(POINTS_EACH,) * seats,
        outcome=None,
    )


def scene(state: State) -> int:
    """Return which round a state belongs to, counted from 1, or `FINALE` once the last is over."""
    return FINALE if state.outcome else len(state.rounds) + 1


def find_password(state: State, seat: Seat) -> str | None:
    """Return the password that a seat holds in the round under way, or None."""
    card = state.cards[seat]
    return None if card is None or state.number is None else card[state.number - 1]


def list_guessers(state: State) -> tuple[Seat, ...]:
    """Return the counter-spies who pointed at both spies of a pair, in seat order."""
    pairs, spies = find_pairs(state.cards), list_spies(state.cards)
    return tuple(point.seat for point in state.pointings if point.seat not in spies and point.at in pairs)


def count_spy_rounds(state: State) -> tuple[int, ...]:
    """Return how often each seat was a spy in the finished rounds."""
    spies = [seat for finished in state.rounds for seat in list_spies(finished.cards)]
    return tuple(spies.count(seat) for seat in range(state.seats))
