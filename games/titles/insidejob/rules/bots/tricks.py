"""Tricks with cards as small integers, for speed."""

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

from games.titles.insidejob.rules.cards import SUITS, Card
from games.titles.insidejob.rules.missions import MISSIONS, Mission
from games.titles.insidejob.rules.trick import TRUMPS, Played

# A card's number is this times the index of its suit, plus its value.
SUIT = 16
# Added to the number of a card with intel on it.
WAGER = 64
TOP = 13
NUMBERS = {Card(suit, value): SUIT * place + value for place, suit in enumerate(SUITS) for value in range(1, TOP + 1)}


class PartialTrick(NamedTuple):
    """A trick so far: values, suits after wagers, the winning place and its rank, and whether each card has a wager."""

    values: tuple[int, ...]
    suits: tuple[int, ...]
    best: int
    rank: int
    wagers: tuple[bool, ...]


EMPTY = PartialTrick((), (), 0, 0, ())
# `make(PartialTrick, …)` is twice as fast as `PartialTrick(…)`.
make = tuple.__new__


def number(played: Played) -> int:
    return NUMBERS[played.card] + WAGER * played.wager


def add(lie: PartialTrick, card: int, trump: int) -> PartialTrick:
    wager = card >= WAGER
    suit, value = card % WAGER // SUIT, card % SUIT
    led = lie.suits[0] if lie.suits else suit
    rank = value + TRUMPS if wager or suit == trump else value if suit == led else 0
    values, suits, wagers = (*lie.values, value), (*lie.suits, trump if wager else suit), (*lie.wagers, wager)
    if rank >= lie.rank:
        return make(PartialTrick, (values, suits, len(lie.values), rank, wagers))
    return make(PartialTrick, (values, suits, lie.best, lie.rank, wagers))


def place_trump(mission: Mission) -> int:
    return SUITS.index(mission.trump)


def lay(plays: Sequence[Played], mission: Mission) -> PartialTrick:
    lie, trump = EMPTY, place_trump(mission)
    for played in plays:
        lie = add(lie, number(played), trump)
    return lie


def lay_before(plays: Sequence[Played], mission: Mission) -> list[PartialTrick]:
    trump = place_trump(mission)
    return list(accumulate(map(number, plays[:-1]), lambda lie, card: add(lie, card, trump), initial=EMPTY))


# A function of a trick with at least one card and the number of cards to come. It returns the chance that the mission
# is met, which is 0 only if that is impossible.
Guess = Callable[[PartialTrick, int], float]
# The trick after a card is played, the card, and the chance that the mission is met then.
Option = tuple[PartialTrick, int, float]
# How often a player can play an ordinary card on purpose.
KEEPS = 0.75


def try_each(lie: PartialTrick, cards: Sequence[int], trump: int, guess: Guess, left: int) -> list[Option]:
    return [(after := add(lie, card, trump), card, guess(after, left)) for card in cards]


def _all_in(allowed: Sequence[int]) -> Guess:
    known = frozenset(allowed)
    return lambda lie, left: KEEPS**left if known.issuperset(lie.values) else 0.0


def _rise(lie: PartialTrick, left: int) -> float:
    before = 0
    for value in lie.values:
        if value <= before:
            return 0.0
        before = value
    return _climb(TOP - before, left)


def _fall(lie: PartialTrick, left: int) -> float:
    before = TOP + 1
    for value in lie.values:
        if value >= before:
            return 0.0
        before = value
    return _climb(before - 1, left)


def _climb(room: int, left: int) -> float:
    if room < left:
        return 0.0
    return min(0.8, 0.2 + 0.12 * room / left) ** left if left else 1.0


def _top(place: int) -> Guess:

    def guess(lie: PartialTrick, left: int) -> float:
        return _excel(lie.values, place, left)

    return guess


def _bottom(place: int) -> Guess:

    def guess(lie: PartialTrick, left: int) -> float:
        return _excel([TOP + 1 - value for value in lie.values], place, left)

    return guess


def _excel(values: Sequence[int], place: int, left: int) -> float:
    count = len(values)
    at = place % (count + left)
    if at < count:
        own = values[at]
        if max(values) > own or values.count(own) > 1:
            return 0.0
        return 0.0 if left and own == 1 else min(0.95, 0.1 + (own - 1) / (TOP - 1)) ** left
    highest = max(values)
    return 0.0 if highest == TOP else min(0.9, 0.1 + (TOP - highest) / TOP) * 0.85 ** (left - 1)


def _takes(place: int) -> Guess:

    def guess(lie: PartialTrick, left: int) -> float:
        count, rank = len(lie.values), lie.rank
        at = place % (count + left)
        holds = min(0.95, 0.05 + 0.85 * rank / TOP)
        if at < count:
            return holds**left if lie.best == at else 0.0
        if rank == TOP + TRUMPS and lie.suits[0] == lie.suits[lie.best]:
            return 0.0
        return (0.9 - 0.6 * rank / TOP if rank < TOP else 0.15) * 0.8 ** (left - 1)

    return guess


def _one_suit(lie: PartialTrick, left: int) -> float:
    return KEEPS**left if len(set(lie.suits)) == 1 else 0.0


def _first_last_suit(lie: PartialTrick, left: int) -> float:
    return KEEPS if left else float(lie.suits[0] == lie.suits[-1])


def _wagered(*places: int) -> Guess:

    def guess(lie: PartialTrick, left: int) -> float:
        count = len(lie.values)
        at = [place % (count + left) for place in places]
        if any(place < count and lie.wagers[place] for place in at):
            return 1.0
        return 0.6 if any(place >= count for place in at) else 0.0

    return guess


GUESSES: dict[str, Guess] = {
    "ascending": _rise,
    "descending": _fall,
    "first_highest": _top(0),
    "second_highest": _top(1),
    "third_highest": _top(2),
    "last_highest": _top(-1),
    "first_lowest": _bottom(0),
    "second_lowest": _bottom(1),
    "third_lowest": _bottom(2),
    "last_lowest": _bottom(-1),
    "first_wins": _takes(0),
    "second_wins": _takes(1),
    "third_wins": _takes(2),
    "last_wins": _takes(-1),
    "high_only": _all_in(range(7, 14)),
    "low_only": _all_in(range(1, 8)),
    "even_only": _all_in(range(2, 14, 2)),
    "odd_only": _all_in(range(1, 14, 2)),
    "one_suit": _one_suit,
    "first_last_suit": _first_last_suit,
    "wager_second": _wagered(1),
    "wager_third": _wagered(2),
    "wager_last": _wagered(-1),
    "wager_second_or_third": _wagered(1, 2),
}
assert {mission.condition for mission in MISSIONS.values()} == set(GUESSES)
