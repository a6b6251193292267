"""Blanks: cards that are not known, except that some have been excluded from certain suits."""

from collections.abc import Collection, Sequence

from games.titles.insidejob.rules.cards import Card

# A known card, or the number of a blank.
Mark = Card | int


class Blanks:
    def __init__(self) -> None:
        self.barred: list[set[str]] = []

    def add(self, barred: Collection[str] = ()) -> int:
        self.barred.append(set(barred))
        return len(self.barred) - 1

    def bar(self, mark: Mark, suit: str) -> None:
        if isinstance(mark, int):
            self.barred[mark].add(suit)


def fill(barred: Sequence[Collection[str]], pool: Sequence[Card]) -> list[Card] | None:
    """Return a card of the pool for each blank, or None if that is impossible.

    The blanks that exclude most suits are filled first. The pool should be shuffled before.
    """
    free, holders = list(pool), dict[Card, int]()
    for blank in sorted(range(len(barred)), key=lambda blank: -len(barred[blank])):
        if not _give(blank, barred, free, holders, {blank}):
            return None
    cards = {blank: card for card, blank in holders.items()}
    return [cards[blank] for blank in range(len(barred))]


def _give(
    blank: int, barred: Sequence[Collection[str]], free: list[Card], holders: dict[Card, int], tried: set[int]
) -> bool:
    """Find a card for a blank, moving cards of earlier blanks if needed. Return whether there is one.

    This is a step of bipartite matching.
    """
    suits = barred[blank]
    for place, card in enumerate(free):
        if card.suit not in suits:
            holders[free.pop(place)] = blank
            return True
    for card, other in list(holders.items()):
        if other not in tried and card.suit not in suits:
            tried.add(other)
            if _give(other, barred, free, holders, tried):
                holders[card] = blank
                return True
    return False
