"""Estimates how likely a seat in each role chooses a card.

In hindsight, the hand that a seat had before a play holds all that it played later. Bots use this as evidence, to see
how they look themselves, and to simulate others.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import exp, log

from games.titles.insidejob.rules.bots.denials import weigh_denials
from games.titles.insidejob.rules.bots.evidence import find_author, find_breakers, weigh_breaking
from games.titles.insidejob.rules.bots.pulls import draw, place_card, pulls_of
from games.titles.insidejob.rules.bots.tricks import (
    GUESSES,
    NUMBERS,
    SUIT,
    WAGER,
    PartialTrick,
    lay_before,
    number,
    place_trump,
    try_each,
)
from games.titles.insidejob.rules.cards import Card
from games.titles.insidejob.rules.missions import Mission
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.rules.roles import AGENT, is_insider
from games.titles.insidejob.rules.trick import Played

# The log likelihood ratio of each role to an Agent.
Narration = dict[str, float]


def compare(
    before: PartialTrick, chosen: int, options: Sequence[int], mission: Mission, places: int, roles: Sequence[str]
) -> Narration:
    drawn = _draw_options(before, tuple(options), mission, places, tuple(roles))[chosen]
    return {role: one - drawn[0] for role, one in zip(roles, drawn[1:], strict=True)}


@lru_cache(64)
def _draw_options(
    before: PartialTrick, options: tuple[int, ...], mission: Mission, places: int, roles: tuple[str, ...]
) -> Mapping[int, Sequence[float]]:
    """Return the log probability of each option, for an Agent and for each of `roles`."""
    left, guess, trump = places - len(before.values) - 1, GUESSES[mission.condition], place_trump(mission)
    kind = place_card(before, left, guess)
    pulls = [pulls_of(role, roles)[kind] for role in (AGENT, *roles)]
    tried = try_each(before, options, trump, guess, left)
    columns = []
    for pull in pulls:
        drawn = draw(pull, tried)
        total = log(sum(map(exp, drawn)))
        columns.append([one - total for one in drawn])
    return dict(zip(options, zip(*columns, strict=True), strict=True))


def list_options(before: PartialTrick, chosen: int, hand: Sequence[int], *, wagers: bool) -> list[int]:
    """Return what a seat with `hand` could have played instead of the card that it chose, and that card."""
    if not before.suits:
        return list(hand)
    led = before.suits[0]
    following = [card for card in hand if card // SUIT == led]
    options = following if following and chosen % WAGER // SUIT == led else list(hand)
    return options + [card + WAGER for card in following] if wagers or chosen >= WAGER else options


def weigh_roles(seen: Observation, roles: Sequence[str], hidden: Sequence[Card] = ()) -> list[Narration]:
    """Return, by place, the evidence of all its plays for each role. Proof outweighs the rest.

    The `hidden` cards are dealt to the hands, up to `PHANTOMS` each. Without hidden cards, hands count as empty.
    """
    said = [dict.fromkeys(roles, 0.0) for _ in range(seen.seats)]
    held = list_held(seen, hidden)
    for mission, plays, intel in list_backwards(seen):
        befores = lay_before(plays, mission)
        for place in range(len(plays) - 1, -1, -1):
            seat, card, _ = plays[place]
            hand = held[seat]
            hand.append(NUMBERS[card])
            before, chosen = befores[place], number(plays[place])
            may_wager = seen.options.wagers and place > 0 and intel[seat] > 0
            options = list_options(before, chosen, hand, wagers=may_wager)
            author = said[find_author(seen, seat, plays[0].seat)]
            for role, narration in compare(before, chosen, options, mission, seen.seats, roles).items():
                author[role] += narration
    for seat, denying in enumerate(weigh_denials(seen)):
        for role in roles:
            said[seat][role] += denying * is_insider(role)
    for seat in find_breakers(seen):
        for role in roles:
            said[seat][role] += weigh_breaking(seen) * is_insider(role)
    return said


def list_held(seen: Observation, hidden: Sequence[Card]) -> list[list[int]]:
    held: list[list[int]] = []
    spare = 0
    for seat in range(seen.seats):
        count = min(seen.hand_sizes[seat], PHANTOMS, len(hidden))
        held.append([NUMBERS[hidden[(spare + step) % len(hidden)]] for step in range(count)])
        spare += count
    if seen.viewer is not None:
        held[seen.viewer] = [NUMBERS[card] for card in seen.hand] if hidden else []
    return held


# How many hidden cards a hand gets at most.
PHANTOMS = 3


def list_backwards(seen: Observation) -> Iterator[tuple[Mission, tuple[Played, ...], list[int]]]:
    """Yield the tricks, the last one first: mission, plays, and the intel held before the trick."""
    intel = list(seen.intel)
    if seen.mission is not None:
        for seat, _, wager in seen.plays:
            intel[seat] += wager
        yield seen.mission, seen.plays, intel
    for trick in reversed(seen.tricks):
        intel[trick.winner] -= trick.intel
        for seat, _, wager in trick.plays:
            intel[seat] += wager
        yield trick.mission, trick.plays, intel
