"""Cards that nobody has shown, as blanks: each may be any hidden card but those of the suits barred there."""

from collections.abc import Collection, Sequence

from games.rules.insidejob.cards import Card

Mark = Card | int
"""A card that is known, or the number of a blank."""


class Blanks:
    """Blanks, numbered from 0 in the order in which they were asked for."""

    def __init__(self) -> None:
        self.barred: list[set[str]] = []

    def add(self, barred: Collection[str] = ()) -> int:
        """Return a new blank on which no card of the `barred` suits may lie."""
        self.barred.append(set(barred))
        return len(self.barred) - 1

    def bar(self, mark: Mark, suit: str) -> None:
        """Let no card of a suit lie on `mark`, if it is a blank."""
        if isinstance(mark, int):
            self.barred[mark].add(suit)


def fill(barred: Sequence[Collection[str]], pool: Sequence[Card]) -> list[Card] | None:
    """Return a card of `pool` for each blank, by the suits that are barred on it; None where that cannot be.

    Each takes the first that it may have, those that may have fewest before the others: shuffle the pool first.
    """
    free, holders = list(pool), dict[Card, int]()
    for blank in sorted(range(len(barred)), key=lambda blank: -len(barred[blank])):
        if not give(blank, barred, free, holders, {blank}):
            return None
    cards = {blank: card for card, blank in holders.items()}
    return [cards[blank] for blank in range(len(barred))]


def give(
    blank: int, barred: Sequence[Collection[str]], free: list[Card], holders: dict[Card, int], tried: set[int]
) -> bool:
    """Give a blank a free card or that of another blank, which gets another one; tell whether it could be done."""
    suits = barred[blank]
    for place, card in enumerate(free):
        if card.suit not in suits:
            holders[free.pop(place)] = blank
            return True
    for card, other in list(holders.items()):
        if other not in tried and card.suit not in suits:
            tried.add(other)
            if give(other, barred, free, holders, tried):
                holders[card] = blank
                return True
    return False
