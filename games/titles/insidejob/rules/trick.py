"""One trick: suits after wagers, and the winner (section 4)."""

from collections.abc import Sequence
from typing import NamedTuple

from games.rules.engine.values import Seat
from games.titles.insidejob.rules.cards import Card

# Lifts a trump above the led suit.
TRUMPS = 13


class Played(NamedTuple):
    seat: Seat
    card: Card
    wager: bool


def suit_of(played: Played, trump: str) -> str:
    return trump if played.wager else played.card.suit


def winning_place(plays: Sequence[Played], trump: str) -> int:
    """Return the place of the winning card. Of equal trumps the one played later wins."""
    led = plays[0].card.suit
    best, strength = 0, 0
    for place, (_, (suit, value), wager) in enumerate(plays):
        rank = value + TRUMPS if wager or suit == trump else value if suit == led else 0
        if rank >= strength:
            best, strength = place, rank
    return best
