"""The Wiretapped Agent, whom all know, loses the game for the Agents by the second intel: what that changes for all."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.rules.engine.values import Seat
from games.rules.insidejob.bots.goals import Standpoint
from games.rules.insidejob.bots.position import PACES, agents_ends, tabulate
from games.rules.insidejob.bots.tricks import TOP
from games.rules.insidejob.cards import Card
from games.rules.insidejob.ending import WIRETAP_LIMIT
from games.rules.insidejob.observe import Observation
from games.rules.insidejob.roles import AGENTS, INSIDERS, LOSES, NEUTRAL, ROLES, WIRETAPPED, find_foe

NO_PLACE = -1
LEAVES: Mapping[str, float] = {AGENTS: -4.0, INSIDERS: 4.0, NEUTRAL: 0.0}
"""By side, what draws a seat to a card after which the Wiretapped Agent still takes the trick."""
HEAT = 0.2
"""How likely the highest card of all, kept in hand, is to take a trick some day. Tried at 0.15 to 0.3: much alike."""
CURVE = 3
"""To what power that falls with the value of a card."""
TAKES = 0.08
"""How much more often the Insider takes a trick where one seat would rather take none."""


def find_place(seen: Observation, stands: Standpoint, order: Sequence[Seat]) -> int:
    """Return at which place of the trick under way the Wiretapped Agent loses the game by taking it, or `NO_PLACE`."""
    if stands.wiretapped is None:
        return NO_PLACE
    held = seen.intel[stands.wiretapped] + sum(played.wager for played in seen.plays)
    return order.index(stands.wiretapped) if held >= WIRETAP_LIMIT else NO_PLACE


def stay_cool(stands: Standpoint, hand: Sequence[Card], card: Card) -> float:
    """Return how likely the Wiretapped Agent is to take no trick later with what is left of the hand; 1 for others."""
    heat, chance = HEAT * (stands.role == WIRETAPPED), 1.0
    for kept in hand:
        if kept != card:
            chance *= 1 - heat * (kept.value / TOP) ** CURVE
    return chance


def quicken(seen: Observation, stands: Standpoint) -> Standpoint:
    """Return a standpoint from which the Insider takes as many tricks as at such a table; without one, the same."""
    if stands.wiretapped is None:
        return stands
    pace = PACES[seen.seats]
    ends = agents_ends(pace, exposes=ROLES[find_foe(seen.options.roles)].revealed == LOSES)
    table = tabulate(replace(pace, taken=pace.taken + TAKES), ends, seen.numbers)
    return replace(stands, agents=table[seen.numbers.tricks - seen.trick])
