"""The deal: everything that chance decides (sections 3, 8 and 10)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from games.rules.engine.values import Chance, DealtJson, Seat
from games.titles.insidejob.rules import missions
from games.titles.insidejob.rules.cards import CARDS, DECK, Card, sort_hand
from games.titles.insidejob.rules.missions import MISSIONS, Mission
from games.titles.insidejob.rules.numbers import NUMBERS
from games.titles.insidejob.rules.options import LARRY_SEATS, Options
from games.titles.insidejob.rules.roles import ROLES, list_roles

# Larry's place at a table of two.
LARRY: Seat = 2


@dataclass(frozen=True, slots=True)
class Deal:
    """What chance decided.

    Piles have their top card first. Larry's role is the last of `roles`.
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
    """Deal as section 3 says.

    `wishes` has the seats that would rather not be the Insider. In a rematch the first leader deals, so the seat after
    that leads. With Larry the leader is drawn.
    """
    size = NUMBERS[seats].hand
    has_larry = seats == LARRY_SEATS
    cards = chance.sample(DECK, len(DECK))
    deck = list_missions(options)
    dealer = None if previous is None or has_larry else (moved or {}).get(previous.leader, previous.leader)
    return Deal(
        hands=tuple(sort_hand(tuple(cards[seat * size : (seat + 1) * size])) for seat in range(seats)),
        roles=_deal_roles(options, seats + has_larry, chance, wishes or {}),
        missions=tuple(chance.sample(deck, len(deck))),
        leader=chance.randrange(seats) if dealer is None else (dealer + 1) % seats,
        larry=tuple(cards[seats * size :]) if has_larry else (),
    )


def list_missions(options: Options) -> tuple[Mission, ...]:
    """Return the missions in play (section 9)."""
    return (*missions.DECK, *missions.RISKY) if options.deals_risky else missions.DECK


def _deal_roles(options: Options, places: int, chance: Chance, wishes: Collection[Seat]) -> tuple[str, ...]:
    """Deal the roles.

    Open roles go first to players who would rather not be the Insider.
    """
    roles = list_roles(places, options.roles)
    shielded = next((role for role in roles if ROLES[role].is_open), None)
    if shielded is None or not wishes:
        return tuple(chance.sample(roles, places))
    lucky = chance.choice(sorted(wishes))
    roles.remove(shielded)
    others = chance.sample(roles, len(roles))
    return (*others[:lucky], shielded, *others[lucky:])


def list_undealt(deal: Deal) -> tuple[Card, ...]:
    """Return the cards that no one got, in the order of the deck."""
    dealt = {*deal.larry, *(card for hand in deal.hands for card in hand)}
    return tuple(card for card in DECK if card not in dealt)


def dump_deal(deal: Deal) -> DealtJson:
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
    larry = dealt.common.get("larry")
    roles = tuple(hand["role"] for hand in dealt.hands)
    return Deal(
        hands=tuple(tuple(CARDS[code] for code in hand["cards"]) for hand in dealt.hands),
        roles=(*roles, larry["role"]) if larry else roles,
        missions=tuple(MISSIONS[mission_id] for mission_id in dealt.common["missions"]),
        leader=dealt.common["leader"],
        larry=tuple(CARDS[code] for code in larry["pile"]) if larry else (),
    )
