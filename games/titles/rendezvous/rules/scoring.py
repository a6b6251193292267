"""Who owes points after a round, and how the bank pays."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.rules.engine.values import Seat
from games.titles.rendezvous.rules.deal import Cards, find_pairs, list_spies
from games.titles.rendezvous.rules.families import is_right
from games.titles.rendezvous.rules.moves import Guess, Point
from games.titles.rendezvous.rules.options import THREE, Options

FOUND, UNFOUND, MISTAKEN = "found", "unfound", "mistaken"
CROSSED_PATHS, IDENTIFIED, GUESSED, LEVY = "crossed_paths", "identified", "guessed", "levy"
# The reasons for payments. Spies found each other, or did not; a spy pointed at a counter-spy, or at the other pair; a
# counter-spy identified both spies, or guessed the password; the bank ran short.
REASONS = (FOUND, UNFOUND, MISTAKEN, CROSSED_PATHS, IDENTIFIED, GUESSED, LEVY)
# What each spy gets when the spies found each other; the second value is for three players.
REWARD, REWARD_OF_THREE = 3, 2
# What each player gives when the bank runs short.
LEVY_EACH = 3


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment from one player to another.

    A payer or payee of None is the bank. It may pay in place of `debtor`, who has no points left.
    """

    reason: str
    payer: Seat | None
    payee: Seat | None
    points: int
    debtor: Seat | None = None


def list_dues(
    cards: Cards, pointings: Sequence[Point], guesses: Sequence[Guess], number: int, options: Options, rules: int
) -> tuple[Payment, ...]:
    """Return what each player owes, whether or not they can pay."""
    at = {point.seat: point.at for point in pointings}
    pairs = find_pairs(cards)
    reward = REWARD_OF_THREE if options.variant == THREE else REWARD
    dues = [due for pair in pairs for due in _list_dues_of(pair, cards, at, reward)]
    right = [guess for guess in guesses if _is_guess_right(guess, cards, at, number, options, rules)]
    return (*dues, *(Payment(GUESSED, None, guess.seat, 1) for guess in right))


def _list_dues_of(
    pair: tuple[Seat, Seat], cards: Cards, at: Mapping[Seat, tuple[Seat, ...]], reward: int
) -> Iterator[Payment]:
    """Yield what is owed because of one pair of spies, apart from guesses."""
    hunters = list_counter_spies(cards)
    if has_found_each_other(pair, at):
        yield from (Payment(FOUND, None, spy, reward) for spy in pair)
    else:
        yield from (Payment(UNFOUND, None, hunter, 1) for hunter in hunters)
        yield from (due for spy in pair for due in _list_mistakes(spy, pair, hunters, at[spy]))
    yield from (Payment(IDENTIFIED, spy, hunter, 1) for spy in pair for hunter in hunters if at[hunter] == pair)


def has_found_each_other(pair: tuple[Seat, Seat], at: Mapping[Seat, tuple[Seat, ...]]) -> bool:
    """Whether two spies pointed at each other.

    With three players, a spy who points at both others has found no partner.
    """
    return all(at[spy] == pair for spy in pair)


def list_counter_spies(cards: Cards) -> tuple[Seat, ...]:
    spies = list_spies(cards)
    return tuple(seat for seat in range(len(cards)) if seat not in spies)


def _list_mistakes(
    spy: Seat, pair: tuple[Seat, Seat], hunters: Sequence[Seat], at: Sequence[Seat]
) -> Iterator[Payment]:
    for seat in at:
        if seat in hunters:
            yield Payment(MISTAKEN, spy, seat, 1)
        elif seat not in pair:
            yield Payment(CROSSED_PATHS, spy, None, 1)


def _is_guess_right(
    guess: Guess, cards: Cards, at: Mapping[Seat, tuple[Seat, ...]], number: int, options: Options, rules: int
) -> bool:
    """Whether a guess names the password of those that its player pointed at."""
    card = cards[at[guess.seat][0]]
    if card is None or guess.password is None:
        return False
    return is_right(guess.password, card[number - 1], options.language, rules)


def settle(dues: Sequence[Payment], points: tuple[int, ...], total: int) -> tuple[tuple[Payment, ...], tuple[int, ...]]:
    """Make the payments. Return them and the new points.

    `total` is the number of points in the game.
    """
    payments: list[Payment] = []
    for due in dues:
        for payment in _pay(due, points, total):
            payments.append(payment)
            points = _move_points(points, payment)
    return tuple(payments), points


def _pay(due: Payment, points: tuple[int, ...], total: int) -> tuple[Payment, ...]:
    """Make a payment.

    The bank pays for players without points. If it runs short, all players first give some.
    """
    if due.payer is not None and points[due.payer]:
        return (due,)
    if due.payee is None:
        return ()
    paid = due if due.payer is None else Payment(due.reason, None, due.payee, due.points, debtor=due.payer)
    if total - sum(points) >= due.points:
        return (paid,)
    levies = (Payment(LEVY, seat, None, min(LEVY_EACH, held)) for seat, held in enumerate(points) if held)
    return (*levies, paid)


def _move_points(points: tuple[int, ...], payment: Payment) -> tuple[int, ...]:
    changes = {payment.payer: -payment.points, payment.payee: payment.points}
    return tuple(held + changes.get(seat, 0) for seat, held in enumerate(points))
