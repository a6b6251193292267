"""What chance decides, all of it before the first move (sections 3, 8 and 10)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from games.rules.engine.values import Chance, DealtJson, Seat
from games.rules.insidejob import missions
from games.rules.insidejob.cards import CARDS, DECK, Card, sort_hand
from games.rules.insidejob.missions import MISSIONS, Mission
from games.rules.insidejob.numbers import NUMBERS
from games.rules.insidejob.options import LARRY_SEATS, Options
from games.rules.insidejob.roles import ROLES, list_roles

LARRY: Seat = 2
"""Larry's place at a table of two."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal: each seat's cards, each place's role, the whole mission deck (top first), and the first leader.

    `larry` is Larry's pile, top first, and `roles` ends with his; without him the pile is empty.
    """

    hands: tuple[tuple[Card, ...], ...]
    roles: tuple[str, ...]
    missions: tuple[Mission, ...]
    leader: Seat
    larry: tuple[Card, ...] = ()


def make_deal(
    options: Options,
    seats: int,
    chance: Chance,
    previous: Deal | None = None,
    wishes: Mapping[Seat, str] | None = None,
    moved: Mapping[Seat, Seat] | None = None,
) -> Deal:
    """Shuffle and deal for `seats` seats (section 3). `wishes` names those who would rather not be the Insider.

    In a rematch the one who led first deals, wherever they sit now, so the seat after theirs leads; with Larry the
    leader is drawn again.
    """
    size = NUMBERS[seats].hand
    has_larry = seats == LARRY_SEATS
    cards = chance.sample(DECK, len(DECK))
    deck = list_missions(options)
    dealer = None if previous is None or has_larry else (moved or {}).get(previous.leader, previous.leader)
    return Deal(
        hands=tuple(sort_hand(tuple(cards[seat * size : (seat + 1) * size])) for seat in range(seats)),
        roles=deal_roles(options, seats + has_larry, chance, wishes or {}),
        missions=tuple(chance.sample(deck, len(deck))),
        leader=chance.randrange(seats) if dealer is None else (dealer + 1) % seats,
        larry=tuple(cards[seats * size :]) if has_larry else (),
    )


def list_missions(options: Options) -> tuple[Mission, ...]:
    """Return the missions that are shuffled for a table (section 9)."""
    return (*missions.DECK, *missions.RISKY) if options.deals_risky else missions.DECK


def deal_roles(options: Options, places: int, chance: Chance, wishes: Collection[Seat]) -> tuple[str, ...]:
    """Return who gets which role: an open one goes first to one of those who would rather not be the Insider."""
    roles = list_roles(places, options.roles)
    shielded = next((role for role in roles if ROLES[role].is_open), None)
    if shielded is None or not wishes:
        return tuple(chance.sample(roles, places))
    lucky = chance.choice(sorted(wishes))
    roles.remove(shielded)
    others = chance.sample(roles, len(roles))
    return (*others[:lucky], shielded, *others[lucky:])


def list_undealt(deal: Deal) -> tuple[Card, ...]:
    """Return the cards in the box, in the deck's order: those that no hand and no pile of Larry's was dealt."""
    dealt = {*deal.larry, *(card for hand in deal.hands for card in hand)}
    return tuple(card for card in DECK if card not in dealt)


def dump_deal(deal: Deal) -> DealtJson:
    """Return a deal as JSON: missions, leader and Larry for all, cards and role by seat."""
    common = {"missions": [mission.id for mission in deal.missions], "leader": deal.leader}
    if deal.larry:
        common["larry"] = {"pile": [card.code for card in deal.larry], "role": deal.roles[LARRY]}
    return DealtJson(
        common=common,
        hands=tuple(
            {"cards": [card.code for card in hand], "role": role}
            for hand, role in zip(deal.hands, deal.roles, strict=False)
        ),
    )


def load_deal(dealt: DealtJson) -> Deal:
    """Return the deal that `dump_deal` wrote."""
    larry = dealt.common.get("larry")
    roles = tuple(hand["role"] for hand in dealt.hands)
    return Deal(
        hands=tuple(tuple(CARDS[code] for code in hand["cards"]) for hand in dealt.hands),
        roles=(*roles, larry["role"]) if larry else roles,
        missions=tuple(MISSIONS[mission_id] for mission_id in dealt.common["missions"]),
        leader=dealt.common["leader"],
        larry=tuple(CARDS[code] for code in larry["pile"]) if larry else (),
    )
