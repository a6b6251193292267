"""One trick: the cards as they lie, their suits after wagers, and who wins (section 4)."""

from collections.abc import Sequence
from typing import NamedTuple

from games.rules.insidejob.cards import Card
from games.rules.protocol import Seat


class Played(NamedTuple):
    """A card on the table: who played it, and whether an intel lies on it."""

    seat: Seat
    card: Card
    wager: bool


def suit_of(played: Played, trump: str) -> str:
    """Return the suit a played card counts as: with an intel on it, the trump suit."""
    return trump if played.wager else played.card.suit


def winning_place(plays: Sequence[Played], trump: str) -> int:
    """Return the place of the winner: highest trump, the later of equals, else highest of the led suit."""
    led = plays[0].card.suit
    best, strength = 0, (-1, 0)
    for place, played in enumerate(plays):
        suit = suit_of(played, trump)
        rank = 2 if suit == trump else 1 if suit == led else 0
        if (rank, played.card.value) >= strength:
            best, strength = place, (rank, played.card.value)
    return best
