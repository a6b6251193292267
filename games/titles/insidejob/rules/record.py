from collections.abc import Sequence

from games.rules.engine.errors import BadRecord
from games.rules.engine.strict_json import is_number, quote, require_keys, require_list
from games.rules.engine.values import Json, Seat
from games.titles.insidejob.rules.cards import CARDS, DECK, Card
from games.titles.insidejob.rules.deal import Deal, list_missions
from games.titles.insidejob.rules.missions import MISSIONS, Mission
from games.titles.insidejob.rules.numbers import NUMBERS
from games.titles.insidejob.rules.options import LARRY_SEATS, Options
from games.titles.insidejob.rules.roles import list_roles

WHERE = "deal"


def record_deal(deal: Deal) -> dict[str, Json]:
    """Return the deal as it stands in a record. Larry's role is the last."""
    record: dict[str, Json] = {
        "hands": [write_cards(hand) for hand in deal.hands],
        "roles": list(deal.roles),
        "missions": [mission.id for mission in deal.missions],
        "leader": deal.leader,
    }
    if deal.larry:
        record["larry"] = write_cards(deal.larry)
    return record


def write_cards(cards: Sequence[Card]) -> list[str]:
    return [card.code for card in cards]


def read_record_deal(raw: Json, options: Options, seats: int) -> Deal:
    """Read the deal of a record. Raises `BadRecord` if chance could not have given it."""
    has_larry = seats == LARRY_SEATS
    require_keys(raw, ("hands", "roles", "missions", "leader", *(["larry"] if has_larry else [])), WHERE)
    size = NUMBERS[seats].hand
    hands = tuple(
        _read_cards(hand, size, f"hand {seat}")
        for seat, hand in enumerate(require_list(raw["hands"], seats, "hands", WHERE))
    )
    larry = _read_cards(raw["larry"], len(DECK) - seats * size, "larry") if has_larry else ()
    _require_different([card for hand in (*hands, larry) for card in hand])
    return Deal(
        hands=hands,
        roles=_read_roles(raw["roles"], list_roles(seats + has_larry, options.roles)),
        missions=_read_missions(raw["missions"], list_missions(options)),
        leader=_read_leader(raw["leader"], seats),
        larry=larry,
    )


def _read_cards(raw: Json, count: int, what: str) -> tuple[Card, ...]:
    codes = require_list(raw, count, what, WHERE)
    for code in codes:
        if not isinstance(code, str) or code not in CARDS:
            raise BadRecord(WHERE, f"{what} holds {quote(code)}, which is no card")
    return tuple(CARDS[code] for code in codes)


def _require_different(cards: Sequence[Card]) -> None:
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise BadRecord(WHERE, f"the card {card.code} is dealt twice")
        seen.add(card)


def _read_roles(raw: Json, wanted: Sequence[str]) -> tuple[str, ...]:
    roles = require_list(raw, len(wanted), "roles", WHERE)
    if not all(isinstance(role, str) for role in roles) or sorted(roles) != sorted(wanted):
        raise BadRecord(WHERE, f"roles is {quote(roles)}, not {quote(list(wanted))} in some order")
    return tuple(roles)


def _read_missions(raw: Json, deck: Sequence[Mission]) -> tuple[Mission, ...]:
    ids = require_list(raw, len(deck), "missions", WHERE)
    left = {mission.id for mission in deck}
    for mission_id in ids:
        if not isinstance(mission_id, str) or mission_id not in left:
            raise BadRecord(WHERE, f"the mission {quote(mission_id)} is not in this deck, or in it twice")
        left.remove(mission_id)
    return tuple(MISSIONS[mission_id] for mission_id in ids)


def _read_leader(raw: Json, seats: int) -> Seat:
    if not is_number(raw, range(seats)):
        raise BadRecord(WHERE, f"leader is {quote(raw)}, not one of {quote(list(range(seats)))}")
    return int(raw)
