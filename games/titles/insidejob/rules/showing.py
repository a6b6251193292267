from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.engine.values import Seat
from games.titles.insidejob.rules.cards import Card
from games.titles.insidejob.rules.deal import LARRY
from games.titles.insidejob.rules.legality import follow
from games.titles.insidejob.rules.missions import Mission
from games.titles.insidejob.rules.pictures import Picture
from games.titles.insidejob.rules.trick import Played, suit_of, winning_place


@dataclass(frozen=True, slots=True)
class Column:
    """One place of a trick as the page shows it.

    `takes` marks the winning card. The decision for this card is of `kind`, and the seat `by` is asked it. `by` is None
    for Larry's card, which either player may have to play.
    """

    seat: Seat
    kind: str
    by: Seat | None
    played: Played | None
    suit: str
    leads: bool
    takes: bool
    is_next: bool


@dataclass(frozen=True, slots=True)
class Facts:
    """What stands next to a player's name."""

    intel: int
    is_close: bool
    # In hand, or on Larry's pile.
    cards: int
    is_partner: bool
    role: str | None
    controller: Seat | None
    is_mine: bool


@dataclass(frozen=True, slots=True)
class Offer:
    mission: Mission
    picture: Picture
    is_open: bool


def order_places(seats: int, leader: Seat, controller: Seat | None) -> tuple[Seat, ...]:
    """Return the places in order of play. `controller` is None without Larry."""
    if controller is not None:
        return (leader, LARRY, controller)
    return tuple((leader + step) % seats for step in range(seats))


def line_up(order: Sequence[Seat], plays: Sequence[Played], trump: str, *, has_larry: bool) -> tuple[Column, ...]:
    best = winning_place(plays, trump) if plays else -1
    return tuple(
        Column(
            seat=seat,
            kind="larry" if has_larry and seat == LARRY else "play" if place else "lead",
            by=None if has_larry and seat == LARRY else seat,
            played=plays[place] if place < len(plays) else None,
            suit=suit_of(plays[place], trump) if place < len(plays) else "",
            leads=not place,
            takes=place == best,
            is_next=place == len(plays),
        )
        for place, seat in enumerate(order)
    )


def fade(cards: tuple[Card, ...], plays: Sequence[Played]) -> tuple[Card, ...]:
    """Return the cards that do not follow suit, if others in hand do.

    This must not depend on the role, although the Insider may play them.
    """
    if not plays:
        return ()
    following = follow(cards, plays[0].card.suit)
    return tuple(card for card in cards if card not in following)
