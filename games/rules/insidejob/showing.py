"""What a page shows of a trick, worked out from what its viewer sees: columns of players and cards, and what fades."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from games.rules.engine.values import Seat
from games.rules.insidejob.cards import Card
from games.rules.insidejob.deal import LARRY
from games.rules.insidejob.legality import follow
from games.rules.insidejob.missions import Mission
from games.rules.insidejob.pictures import Picture, draw_condition
from games.rules.insidejob.trick import Played, suit_of, winning_place


@dataclass(frozen=True, slots=True)
class Column:
    """A place of a trick, in order of play: who sits there, the card played if any, and what it counts as.

    `takes` marks the card that is taking the trick, or took it; `is_next` the place that the trick waits for. The card
    is chosen by a decision of this `kind`, of the seat `by`: None for a card of Larry's.
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
    """What is told of a player beside their name, Larry included."""

    intel: int
    """How much intel they have."""
    is_close: bool
    """Whether one more reveals them."""
    cards: int
    """How many cards they hold, or how many Larry's pile has left."""
    is_partner: bool
    """Whether the Accomplice picked them."""
    role: str | None
    """Their role, if it is open to all."""
    controller: Seat | None
    """Who plays for them, if it is Larry and there are tricks left."""
    is_mine: bool
    """Whether that is the viewer."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A mission that the leader drew, its pictogram, and whether it may be chosen."""

    mission: Mission
    picture: Picture
    is_open: bool


def order_places(seats: int, leader: Seat, controller: Seat | None) -> tuple[Seat, ...]:
    """Return the places in the order in which they play a trick; `controller` is who plays for Larry, if he sits."""
    if controller is not None:
        return (leader, LARRY, controller)
    return tuple((leader + step) % seats for step in range(seats))


def line_up(order: Sequence[Seat], plays: Sequence[Played], trump: str, *, has_larry: bool) -> tuple[Column, ...]:
    """Return a column for each place, those that have yet to play without a card."""
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


def offer_missions(drawn: Sequence[Mission], open_ones: Collection[Mission], seats: int) -> tuple[Offer, ...]:
    """Return the missions drawn, as the leader chooses among them."""
    return tuple(Offer(mission, draw_condition(mission.condition, seats), mission in open_ones) for mission in drawn)


def fade(cards: tuple[Card, ...], plays: Sequence[Played]) -> tuple[Card, ...]:
    """Return the cards that do not follow suit, of a hand that could: the same whatever the role of who holds them."""
    if not plays:
        return ()
    following = follow(cards, plays[0].card.suit)
    return tuple(card for card in cards if card not in following)
