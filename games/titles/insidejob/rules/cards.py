"""The cards: four suits of values 1 to 13 (section 1)."""

from typing import NamedTuple

SUITS = ("B", "G", "Y", "P")
VALUES = range(1, 14)


class Card(NamedTuple):
    suit: str
    value: int

    @property
    def code(self) -> str:
        """The text form of a card in forms, records and tests, such as `B7` or `P13`."""
        return f"{self.suit}{self.value}"


DECK = tuple(Card(suit, value) for suit in SUITS for value in VALUES)
CARDS = {card.code: card for card in DECK}


def sort_hand(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=DECK_ORDER.__getitem__))


DECK_ORDER = {card: place for place, card in enumerate(DECK)}
