"""Helps bots with the Wiretapped Agent, an open role that loses the game with the second intel."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.rules.engine.values import Seat
from games.titles.insidejob.rules.bots.goals import Standpoint
from games.titles.insidejob.rules.bots.position import PACES, agents_ends, tabulate
from games.titles.insidejob.rules.bots.tricks import TOP
from games.titles.insidejob.rules.cards import Card
from games.titles.insidejob.rules.ending import WIRETAP_LIMIT
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.rules.roles import AGENTS, INSIDERS, LOSES, NEUTRAL, ROLES, WIRETAPPED, find_foe

NO_PLACE = -1
# How strongly each side is drawn to cards after which the Wiretapped Agent still takes the trick.
LEAVES: Mapping[str, float] = {AGENTS: -4.0, INSIDERS: 4.0, NEUTRAL: 0.0}
# How often the highest card takes a later trick. Values from 0.15 to 0.3 make no difference.
HEAT = 0.2
# For lower cards it falls with this power of the value.
CURVE = 3
# How much more often the Insider takes a trick than without the Wiretapped Agent.
TAKES = 0.08


def find_place(seen: Observation, stands: Standpoint, order: Sequence[Seat]) -> int:
    """Return the place in the trick that must not take it, or `NO_PLACE`."""
    if stands.wiretapped is None:
        return NO_PLACE
    held = seen.intel[stands.wiretapped] + sum(played.wager for played in seen.plays)
    return order.index(stands.wiretapped) if held >= WIRETAP_LIMIT else NO_PLACE


def stay_cool(stands: Standpoint, hand: Sequence[Card], card: Card) -> float:
    """Return how likely the Wiretapped Agent, keeping the rest of the hand, takes no later trick.

    It is 1 for other roles.
    """
    heat, chance = HEAT * (stands.role == WIRETAPPED), 1.0
    for kept in hand:
        if kept != card:
            chance *= 1 - heat * (kept.value / TOP) ** CURVE
    return chance


def quicken(seen: Observation, stands: Standpoint) -> Standpoint:
    if stands.wiretapped is None:
        return stands
    pace = PACES[seen.seats]
    ends = agents_ends(pace, exposes=ROLES[find_foe(seen.options.roles)].revealed == LOSES)
    table = tabulate(replace(pace, taken=pace.taken + TAKES), ends, seen.numbers)
    return replace(stands, agents=table[seen.numbers.tricks - seen.trick])
