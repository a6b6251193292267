"""Premoves: every role is offered the same cards.

Otherwise an instant answer off suit would show that its player had none of the suit.
"""

from collections.abc import Iterator

from games.rules.engine.premoves import Offer, Premove, Premoves, Slot
from games.rules.engine.texts import text
from games.rules.engine.values import Phrase, Seat, Term
from games.rules.insidejob.cards import CARDS, SUITS, Card
from games.rules.insidejob.moves import PLAY, VOTE, Move, Play, Vote
from games.rules.insidejob.observe import Observation
from games.rules.insidejob.roles import ROLES

LOWEST, HIGHEST = "lowest", "highest"
# The other slots are named after suits.
INTEL, AGAINST = "intel", "against"
CARD_CHOICES = {card: (card.code, Term("card", card.code)) for card in CARDS.values()}
EXTREMES = ((LOWEST, Phrase(text("the lowest"), {})), (HIGHEST, Phrase(text("the highest"), {})))


def offer(seen: Observation) -> Offer | None:
    if seen.viewer is None or seen.decision is not None or seen.outcome is not None or seen.is_voting:
        return None
    if any(played.seat == seen.viewer for played in seen.plays):
        is_last = seen.trick == seen.numbers.tricks
        return offer_vote(seen) if is_last else offer_card(seen, seen.trick + 1, SUITS)
    if seen.leader == seen.viewer:
        return None
    return offer_card(seen, seen.trick, (seen.plays[0].card.suit,) if seen.plays else SUITS)


def offer_card(seen: Observation, trick: int, suits: tuple[str, ...]) -> Offer | None:
    """With Larry his card is asked first, and unknown."""
    if len(seen.hand) < 2 or seen.controller is not None:
        return None
    slots = [offer_suit(seen.hand, suit) for suit in suits]
    assert seen.viewer is not None
    if seen.options.wagers and seen.intel[seen.viewer] and seen.viewer not in seen.revealed:
        slots.append(Slot(INTEL, Phrase(text("Intel"), {}), (("1", Phrase(text("put some on it where I may"), {})),)))
    return Offer(f"{PLAY}-{trick}-{''.join(suits)}", tuple(slots))


def offer_suit(hand: tuple[Card, ...], suit: str) -> Slot:
    return Slot(suit, Phrase(text("{suit} is led"), {"suit": Term("suit", suit)}), tuple(list_cards(hand, suit)))


def list_cards(hand: tuple[Card, ...], suit: str) -> Iterator[tuple[str, Term | Phrase]]:
    """Yield lowest and highest, each card of the suit, then all others."""
    own = [card for card in hand if card.suit == suit]
    if len(own) > 1:
        yield from EXTREMES
    for card in (*own, *(card for card in hand if card.suit != suit)):
        yield CARD_CHOICES[card]


def offer_vote(seen: Observation) -> Offer | None:
    """For all, even those with two votes or none."""
    others = [seat for seat in range(seen.seats) if seat != seen.viewer and seat not in seen.revealed]
    if len(others) < 2:
        return None
    choices = tuple((str(seat), Term("seat", seat)) for seat in others)
    return Offer(VOTE, (Slot(AGAINST, Phrase(text("My vote"), {}), choices),))


def objection(seen: Observation, premove: Premove) -> str | None:
    """Who must follow suit cannot prepare other cards."""
    role = seen.roles[seen.viewer] if seen.viewer is not None else None
    if role is None or ROLES[role].breaks_suit:
        return None
    held = {card.suit for card in seen.hand}
    breaks = any(premove[suit] in CARDS and CARDS[premove[suit]].suit != suit for suit in held & premove.keys())
    return "must_follow" if breaks else None


def answer(seen: Observation, premove: Premove) -> tuple[Move, ...] | None:
    assert seen.viewer is not None
    kind = seen.decision.kind if seen.decision else ""
    moves: Iterator[Move] = iter(())
    if kind == PLAY:
        moves = find_plays(seen, seen.viewer, premove)
    elif kind == VOTE and premove.get(AGAINST):
        moves = iter((Vote(seen.viewer, (int(premove[AGAINST]),)),))
    return next(((move,) for move in moves if move in seen.legal), None)


def find_plays(seen: Observation, seat: Seat, premove: Premove) -> Iterator[Play]:
    led = seen.plays[0].card.suit
    card = find_card(seen.hand, led, premove.get(led, ""))
    if card is not None:
        if premove.get(INTEL):
            yield Play(seat, card, True)
        yield Play(seat, card, False)


def find_card(hand: tuple[Card, ...], suit: str, value: str) -> Card | None:
    own = [card for card in hand if card.suit == suit]
    if value in (LOWEST, HIGHEST) and own:
        return (min if value == LOWEST else max)(own, key=lambda card: card.value)
    return CARDS.get(value)


PREMOVES: Premoves | None = Premoves(offer, objection, answer)
