"""One trick: the cards as they lie, their suits after wagers, and who wins (section 4)."""

from collections.abc import Sequence
from typing import NamedTuple

from games.rules.engine.values import Seat
from games.rules.insidejob.cards import Card

TRUMPS = 13
"""By how much any trump is higher than the highest card of the led suit."""


class Played(NamedTuple):
    """A card on the table: who played it, and whether an intel lies on it."""

    seat: Seat
    card: Card
    wager: bool


def suit_of(played: Played, trump: str) -> str:
    """Return the suit a played card counts as: with intel on it, the trump suit."""
    return trump if played.wager else played.card.suit


def winning_place(plays: Sequence[Played], trump: str) -> int:
    """Return the place of the winner: highest trump, the later of equals, else highest of the led suit."""
    led = plays[0].card.suit
    best, strength = 0, 0
    for place, (_, (suit, value), wager) in enumerate(plays):
        rank = value + TRUMPS if wager or suit == trump else value if suit == led else 0
        if rank >= strength:
            best, strength = place, rank
    return best
