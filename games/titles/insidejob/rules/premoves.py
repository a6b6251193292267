"""Premoves for the next two decisions. They are the same for every role.

Otherwise an instant answer that does not follow suit would show that the player has no card of it.
"""

from collections.abc import Iterator
from functools import cache

from games.rules.engine.premoves import THEN, Offer, Part, Premove, Premoves, Row, Slot
from games.rules.engine.texts import text
from games.rules.engine.values import Phrase, Seat, Term
from games.titles.insidejob.rules.cards import CARDS, SUITS, Card
from games.titles.insidejob.rules.hopes import IMPOSSIBLE
from games.titles.insidejob.rules.leads import CARD, MISSION, RULES, choose_lead, list_wishes
from games.titles.insidejob.rules.moves import LEAD, PLAY, VOTE, ChooseMission, Move, Play, Vote
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.rules.roles import ROLES
from games.titles.insidejob.rules.trick import winning_place

LOWEST, HIGHEST = "lowest", "highest"
# Other slots are named by suits. `LOST` is added for a trick where the mission can no longer be met.
INTEL, AGAINST = "intel", "against"
LOST, ASK = "-lost", "ask"
CARD_CHOICES = {card: (card.code, Term("card", card.code)) for card in CARDS.values()}
EXTREMES = ((LOWEST, Phrase(text("the lowest"), {})), (HIGHEST, Phrase(text("the highest"), {})))
ASK_ME = (ASK, Phrase(text("I’ll decide then"), {}))
SAME = Phrase(text("the same"), {})
POSSIBLE, HOPELESS = Phrase(text("Mission possible"), {}), Phrase(text("Mission lost"), {})
LED = Phrase(text("Suit led"), {})
INTEL_ROW = Phrase(text("Intel"), {})
NO_INTEL = Phrase(text("none"), {})
INTEL_CHOICES = (("1", Phrase(text("add intel if I can"), {})),)
WHICH, WITH = Phrase(text("Mission"), {}), Phrase(text("Card"), {})
ORDER = (Phrase(text("First"), {}), Phrase(text("Otherwise"), {}), Phrase(text("Failing that"), {}))
LEAD_HINT = Phrase(
    text("The first line that fits one of your two missions counts. If both fit it, the one drawn first."), {}
)
MY_VOTE = Phrase(text("My vote"), {})


def _offer(seen: Observation) -> Offer | None:
    if seen.viewer is None or seen.decision is not None or seen.outcome is not None or seen.is_voting:
        return None
    if any(played.seat == seen.viewer for played in seen.plays):
        is_last = seen.trick == seen.numbers.tricks
        return _offer_vote(seen) if is_last else _offer_next_trick(seen)
    if seen.leader == seen.viewer or seen.controller is not None or len(seen.hand) < 2:
        return None
    led = (seen.plays[0].card.suit,) if seen.plays else SUITS
    return _name_offer(
        PLAY, seen.trick, led, (_offer_follow(seen, seen.trick, led), *_offer_later(seen, seen.trick + 1))
    )


def _offer_next_trick(seen: Observation) -> Offer | None:
    """Return the form for the next trick, or None.

    There is no lead to prepare if another card already beats the viewer's. With Larry his card is asked first, and it
    is still unknown.
    """
    assert seen.mission is not None
    may_lead = seen.plays[winning_place(seen.plays, seen.mission.trump)].seat == seen.viewer
    may_follow = seen.controller is None
    if len(seen.hand) < 2 or not (may_lead or may_follow):
        return None
    number = seen.trick + 1
    parts = [_offer_lead(seen, number)] if may_lead else []
    if may_follow:
        parts += [_offer_follow(seen, number, SUITS), *_offer_later(seen, number + 1)]
    return _name_offer(LEAD if may_lead else PLAY, number, SUITS if may_follow else (), tuple(parts))


def _name_offer(kind: str, trick: int, suits: tuple[str, ...], parts: tuple[Part, ...]) -> Offer:
    return Offer(f"{kind}-{trick}-{''.join(suits)}", parts=parts, question=str(trick))


def _offer_later(seen: Observation, trick: int) -> Iterator[Part]:
    """Yield the parts of the form for the second question.

    A card played for the first question is gone by then.
    """
    if trick > seen.numbers.tricks:
        vote = _offer_vote(seen)
        if vote is not None:
            yield _delay(Part(Phrase(text("Vote"), {}), tuple(Row(slot.label, (slot,)) for slot in vote.fields)))
    elif len(seen.hand) > 2:
        yield _delay(_offer_lead(seen, trick))
        yield _delay(_offer_follow(seen, trick, SUITS))


def _delay(part: Part) -> Part:
    rows = (Row(row.label, tuple(map(_delay_slot, row.slots))) for row in part.rows)
    return Part(part.label, tuple(rows), part.corner, part.hint)


def _delay_slot(slot: Slot) -> Slot:
    return Slot(f"{THEN}{slot.name}", slot.label, slot.choices, slot.empty)


def _offer_lead(seen: Observation, trick: int) -> Part:
    """Return the part of the form with rules for a lead: pairs of mission and card.

    The first one that fits is played.
    """
    wishes, cards = list_wishes(seen.options), tuple(CARD_CHOICES[card] for card in seen.hand)
    rows = (
        Row(label, (Slot(f"{MISSION}{rule}", WHICH, wishes), Slot(f"{CARD}{rule}", WITH, cards)))
        for label, rule in zip(ORDER, RULES, strict=True)
    )
    return Part(_label_part("lead", trick), tuple(rows), hint=LEAD_HINT)


def _offer_follow(seen: Observation, trick: int, suits: tuple[str, ...]) -> Part:
    rows = [_offer_suit(seen.hand, suit) for suit in suits]
    assert seen.viewer is not None
    if seen.options.wagers and seen.intel[seen.viewer] and seen.viewer not in seen.revealed:
        rows.append(Row(INTEL_ROW, (Slot(INTEL, INTEL_ROW, INTEL_CHOICES, NO_INTEL),)))
    return Part(_label_part("follow", trick), tuple(rows), LED)


@cache
def _label_part(kind: str, trick: int) -> Phrase:
    texts = {"lead": text("Trick {number}: I lead"), "follow": text("Trick {number}: I follow")}
    return Phrase(texts[kind], {"number": trick})


def _offer_suit(hand: tuple[Card, ...], suit: str) -> Row:
    cards = tuple(_list_cards(hand, suit))
    return Row(
        Term("suit", suit), (Slot(suit, POSSIBLE, cards), Slot(f"{suit}{LOST}", HOPELESS, (*cards, ASK_ME), SAME))
    )


def _list_cards(hand: tuple[Card, ...], suit: str) -> Iterator[tuple[str, Term | Phrase]]:
    """Yield the choices for a suit: the lowest and highest card of it, each of its cards, then all other cards."""
    own = [card for card in hand if card.suit == suit]
    if len(own) > 1:
        yield from EXTREMES
    for card in (*own, *(card for card in hand if card.suit != suit)):
        yield CARD_CHOICES[card]


def _offer_vote(seen: Observation) -> Offer | None:
    """Return the form for the vote.

    Players with two votes or none get it, too, so that the offer tells nothing about the role.
    """
    others = [seat for seat in range(seen.seats) if seat != seen.viewer and seat not in seen.revealed]
    if len(others) < 2:
        return None
    choices = tuple((str(seat), Term("seat", seat)) for seat in others)
    return Offer(VOTE, (Slot(AGAINST, MY_VOTE, choices),))


def _objection(seen: Observation, premove: Premove) -> str | None:
    """Return why a premove cannot be kept, or None.

    Players who must follow suit cannot prepare other cards. Each rule for a lead needs both a mission and a card.
    """
    if any(
        (f"{when}{MISSION}{rule}" in premove) != (f"{when}{CARD}{rule}" in premove)
        for when in ("", THEN)
        for rule in RULES
    ):
        return "half_lead"
    role = seen.roles[seen.viewer] if seen.viewer is not None else None
    if role is None or ROLES[role].breaks_suit:
        return None
    suits = [card.suit for card in seen.hand]
    # Its only card may be gone by then.
    held = [(when, suit) for when, least in (("", 1), (THEN, 2)) for suit in SUITS if suits.count(suit) >= least]
    return "must_follow" if any(_breaks_suit(premove, when, suit) for when, suit in held) else None


def _breaks_suit(premove: Premove, when: str, suit: str) -> bool:
    values = [premove.get(f"{when}{suit}{hope}", "") for hope in ("", LOST)]
    return any(value in CARDS and CARDS[value].suit != suit for value in values)


def _answer(seen: Observation, premove: Premove) -> tuple[Move, ...] | None:
    assert seen.viewer is not None
    kind = seen.decision.kind if seen.decision else ""
    if kind == LEAD:
        return _lead(seen, seen.viewer, premove)
    moves: Iterator[Move] = iter(())
    if kind == PLAY:
        moves = _find_plays(seen, seen.viewer, premove)
    elif kind == VOTE and premove.get(AGAINST):
        moves = iter((Vote(seen.viewer, (int(premove[AGAINST]),)),))
    return next(((move,) for move in moves if move in seen.legal), None)


def _lead(seen: Observation, seat: Seat, premove: Premove) -> tuple[Move, ...] | None:
    chosen = choose_lead(seen, seat, premove)
    if chosen is None or chosen[1] not in seen.hand:
        return None
    mission, card = chosen
    return ChooseMission(seat, mission), Play(seat, card, False)


def _find_plays(seen: Observation, seat: Seat, premove: Premove) -> Iterator[Play]:
    led = seen.plays[0].card.suit
    lost = premove.get(f"{led}{LOST}", "") if seen.hope == IMPOSSIBLE else ""
    card = _find_card(seen.hand, led, lost or premove.get(led, ""))
    if card is not None:
        if premove.get(INTEL):
            yield Play(seat, card, True)
        yield Play(seat, card, False)


def _find_card(hand: tuple[Card, ...], suit: str, value: str) -> Card | None:
    own = [card for card in hand if card.suit == suit]
    if value in (LOWEST, HIGHEST) and own:
        return (min if value == LOWEST else max)(own, key=lambda card: card.value)
    return CARDS.get(value)


PREMOVES: Premoves | None = Premoves(_offer, _objection, _answer)
