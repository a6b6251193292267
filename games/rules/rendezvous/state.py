from dataclasses import dataclass

from games.rules.engine.values import FINALE, Outcome, Seat
from games.rules.rendezvous.deal import Cards, Deal, find_pairs, list_spies
from games.rules.rendezvous.moves import GUESS, NUMBER, POINT, SAY, Guess, Point, Say
from games.rules.rendezvous.options import AT_ONCE, Options
from games.rules.rendezvous.scoring import Payment

# The rest is the bank.
POINTS = 110
# At the start.
POINTS_EACH = 3
LAPS = 2
# A second mime would only repeat the first.
LAPS_OF_MIMES = 1
VERSIONS: tuple[int, ...] = (1,)
RULES = VERSIONS[-1]
OVER = "over"


@dataclass(frozen=True, slots=True)
class Round:
    """`passwords` are those of `pairs`; `points` are by seat."""

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
    """`says`, `pointings` and `guesses` are of the current round."""

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
        """Of the current or last round."""
        return min(len(self.rounds), self.options.rounds - 1)

    @property
    def cards(self) -> Cards:
        return self.deal.rounds[self.place]

    @property
    def first(self) -> Seat:
        """One seat to the left each round."""
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
        """From 1; the last lap while players point and guess."""
        return min(len(self.says) // self.seats + 1, self.laps)

    @property
    def speaks_at_once(self) -> bool:
        """Laps are written in secret."""
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
    """From 1, or `FINALE`."""
    return FINALE if state.outcome else len(state.rounds) + 1


def find_password(state: State, seat: Seat) -> str | None:
    card = state.cards[seat]
    return None if card is None or state.number is None else card[state.number - 1]


def list_guessers(state: State) -> tuple[Seat, ...]:
    """Counter-spies who pointed at both spies of a pair."""
    pairs, spies = find_pairs(state.cards), list_spies(state.cards)
    return tuple(point.seat for point in state.pointings if point.seat not in spies and point.at in pairs)


def count_spy_rounds(state: State) -> tuple[int, ...]:
    spies = [seat for finished in state.rounds for seat in list_spies(finished.cards)]
    return tuple(spies.count(seat) for seat in range(state.seats))
