from dataclasses import dataclass

from games.rules.engine.values import FINALE, Outcome, Seat
from games.titles.rendezvous.rules.deal import Cards, Deal, find_pairs, list_spies
from games.titles.rendezvous.rules.moves import GUESS, NUMBER, POINT, SAY, Guess, Point, Say
from games.titles.rendezvous.rules.options import AT_ONCE, Options
from games.titles.rendezvous.rules.scoring import Payment

# The number of points in the game. Those that no player has are the bank.
POINTS = 110
# The points of each player at the start.
POINTS_EACH = 3
LAPS = 2
# With emoji there is a single lap, because a second mime would only repeat the first.
LAPS_OF_MIMES = 1
# The second version forbids only the family of a short password, and accepts a guess with an article or in the plural.
VERSIONS: tuple[int, ...] = (1, 2)
RULES = VERSIONS[-1]
OVER = "over"


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round.

    `passwords` are those of `pairs`, in the same order; `points` are by seat.
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

    @property
    def gains(self) -> tuple[int, ...]:
        """The points that each seat gained in the round, or lost if negative."""
        paid = [(each.payee, each.points) for each in self.payments]
        paid += [(each.payer, -each.points) for each in self.payments]
        return tuple(sum(points for other, points in paid if other == seat) for seat in range(len(self.points)))


@dataclass(frozen=True, slots=True)
class State:
    """A position.

    `says`, `pointings` and `guesses` belong to the current round.
    """

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
        """The number of the current or last round."""
        return min(len(self.rounds), self.options.rounds - 1)

    @property
    def cards(self) -> Cards:
        return self.deal.rounds[self.place]

    @property
    def first(self) -> Seat:
        """The seat that speaks first, one further to the left in each round."""
        return (self.deal.first + self.place) % self.seats

    @property
    def order(self) -> tuple[Seat, ...]:
        first = self.first
        return (*range(first, self.seats), *range(first))

    @property
    def laps(self) -> int:
        return LAPS_OF_MIMES if self.options.silent else LAPS

    @property
    def lap(self) -> int:
        """The lap, from 1. While players point and guess, it stays that of the last lap."""
        return min(len(self.says) // self.seats + 1, self.laps)

    @property
    def speaks_at_once(self) -> bool:
        """Whether all players write at the same time, in secret."""
        return self.options.laps == AT_ONCE

    @property
    def phase(self) -> str:
        if self.outcome is not None:
            return OVER
        if self.number is None:
            return NUMBER
        if len(self.says) < self.laps * self.seats:
            return SAY
        return POINT if len(self.pointings) < self.seats else GUESS

    @property
    def bank(self) -> int:
        return POINTS - sum(self.points)


def start(options: Options, deal: Deal, rules: int) -> State:
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
    """Return the round, from 1, or `FINALE`."""
    return FINALE if state.outcome else len(state.rounds) + 1


def find_password(state: State, seat: Seat) -> str | None:
    card = state.cards[seat]
    return None if card is None or state.number is None else card[state.number - 1]


def list_guessers(state: State) -> tuple[Seat, ...]:
    """Return the seats that may guess: counter-spies who pointed at both spies of a pair."""
    pairs, spies = find_pairs(state.cards), list_spies(state.cards)
    return tuple(point.seat for point in state.pointings if point.seat not in spies and point.at in pairs)


def count_spy_rounds(state: State) -> tuple[int, ...]:
    spies = [seat for finished in state.rounds for seat in list_spies(finished.cards)]
    return tuple(spies.count(seat) for seat in range(state.seats))
