from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.rules.engine.values import Chance, DealtJson, Seat
from games.titles.rendezvous.rules.options import CROSSED, STANDARD, THREE, Options
from games.titles.rendezvous.rules.words import Card, find_pack

# The card of each seat; None is a question mark.
Cards = tuple[Card | None, ...]
# Different spy cards; each exists twice.
CARDS_A_ROUND = {STANDARD: 1, THREE: 2, CROSSED: 2}


@dataclass(frozen=True, slots=True)
class Deal:
    first: Seat
    rounds: tuple[Cards, ...]


def make_deal(
    options: Options,
    seats: int,
    chance: Chance,
    previous: Deal | None = None,
    wishes: Mapping[Seat, str] | None = None,
    moved: Mapping[Seat, Seat] | None = None,
) -> Deal:
    """Deal the cards of all rounds. A rematch goes on with the next cards."""
    seen = {card for cards in previous.rounds for card in cards} if previous else set()
    fresh = [card for card in find_pack(options.language).cards if card not in seen]
    count = CARDS_A_ROUND[options.variant]
    drawn = chance.sample(fresh, options.rounds * count)
    first = chance.randrange(seats)
    taken = (drawn[place : place + count] for place in range(0, len(drawn), count))
    return Deal(first, tuple(deal_round(cards, seats, chance) for cards in taken))


def deal_round(cards: Sequence[Card], seats: int, chance: Chance) -> Cards:
    """Deal the cards of a round. With three seats one card is left unseen."""
    spies = [*cards, *cards]
    return tuple(chance.sample([*spies, *[None] * (seats - len(spies))], seats))


def find_pairs(cards: Cards) -> tuple[tuple[Seat, Seat], ...]:
    """Return the pairs that share a password. The pair with the lowest seat comes first."""
    return tuple(
        (seat, partner)
        for seat, card in enumerate(cards)
        for partner in range(seat + 1, len(cards))
        if card is not None and cards[partner] == card
    )


def list_spies(cards: Cards) -> tuple[Seat, ...]:
    return tuple(sorted(seat for pair in find_pairs(cards) for seat in pair))


def dump_deal(deal: Deal) -> DealtJson:
    return DealtJson(
        common={"first": deal.first},
        hands=tuple(
            {"cards": [None if card is None else list(card) for card in dealt]}
            for dealt in zip(*deal.rounds, strict=True)
        ),
    )


def load_deal(dealt: DealtJson) -> Deal:
    by_seat = [[None if card is None else tuple(card) for card in hand["cards"]] for hand in dealt.hands]
    return Deal(dealt.common["first"], tuple(zip(*by_seat, strict=True)))
