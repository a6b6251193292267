from games.rules.engine.errors import BadRecord
from games.rules.engine.strict_json import is_number, quote, require_keys, require_list
from games.rules.engine.values import Json
from games.titles.rendezvous.rules.deal import CARDS_A_ROUND, Cards, Deal, find_pairs
from games.titles.rendezvous.rules.options import THREE, Options
from games.titles.rendezvous.rules.words import NUMBERS, Card, find_former_cards, find_pack

WHERE = "deal"


def record_deal(deal: Deal) -> dict[str, Json]:
    """Return the deal as it stands in a record. Null stands for a question mark."""
    return {
        "first": deal.first,
        "rounds": [[None if card is None else list(card) for card in cards] for cards in deal.rounds],
    }


def read_record_deal(raw: Json, options: Options, seats: int) -> Deal:
    """Read the deal of a record. Raises `BadRecord` if chance could not have given it."""
    require_keys(raw, ("first", "rounds"), WHERE)
    if not is_number(raw["first"], range(seats)):
        raise BadRecord(WHERE, f"first is {quote(raw['first'])}, not one of {quote(list(range(seats)))}")
    rounds = tuple(
        _read_round(cards, options, seats, f"round {number}")
        for number, cards in enumerate(require_list(raw["rounds"], options.rounds, "rounds", WHERE))
    )
    _require_different(rounds)
    return Deal(raw["first"], rounds)


def _read_round(raw: Json, options: Options, seats: int, what: str) -> Cards:
    """Read the cards of a round. Raises `BadRecord` unless the spies fit the variant."""
    cards = tuple(
        None if card is None else _read_card(card, options.language, f"{what}, seat {seat}")
        for seat, card in enumerate(require_list(raw, seats, what, WHERE))
    )
    different = {card for card in cards if card is not None}
    pairs = find_pairs(cards)
    wanted_pairs = 1 if options.variant == THREE else CARDS_A_ROUND[options.variant]
    dealt = sum(card is not None for card in cards)
    wanted = min(seats, 2 * CARDS_A_ROUND[options.variant])
    if len(pairs) != wanted_pairs or dealt != wanted or len(different) != CARDS_A_ROUND[options.variant]:
        raise BadRecord(WHERE, f"{what} has {dealt} spy cards, {len(different)} of them different: not as dealt")
    return cards


def _read_card(raw: Json, language: str, what: str) -> Card:
    card = tuple(require_list(raw, len(NUMBERS), what, WHERE))
    if card not in find_pack(language).cards and card not in find_former_cards(language):
        raise BadRecord(WHERE, f"{what} is {quote(raw)}, which is no card")
    return card


def _require_different(rounds: tuple[Cards, ...]) -> None:
    seen: set[Card] = set()
    for number, cards in enumerate(rounds):
        drawn = {card for card in cards if card is not None}
        if again := drawn & seen:
            raise BadRecord(WHERE, f"round {number} has the card of {quote(min(again)[0])} again")
        seen |= drawn
