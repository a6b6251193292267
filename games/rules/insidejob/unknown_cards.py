"""Unknown cards are blanks, which exclude some suits."""

from collections.abc import Collection, Sequence

from games.rules.insidejob.cards import Card

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
    """None if impossible. Most restricted blanks first; shuffle the pool before."""
    free, holders = list(pool), dict[Card, int]()
    for blank in sorted(range(len(barred)), key=lambda blank: -len(barred[blank])):
        if not give(blank, barred, free, holders, {blank}):
            return None
    cards = {blank: card for card, blank in holders.items()}
    return [cards[blank] for blank in range(len(barred))]


def give(
    blank: int, barred: Sequence[Collection[str]], free: list[Card], holders: dict[Card, int], tried: set[int]
) -> bool:
    """A step of bipartite matching."""
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
