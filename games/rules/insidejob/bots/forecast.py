"""How a trick may end: the cards still to come are imagined, and every card of a hand is tried against the same ones.

The work depends on the size of the hand, the place in the trick and the number of seats: never on the cards or a role.
"""

from collections.abc import Mapping, Sequence

from games.rules.engine.values import Chance, Seat
from games.rules.insidejob.cards import DECK, SUITS, Card
from games.rules.insidejob.deal import LARRY
from games.rules.insidejob.missions import Mission, is_met
from games.rules.insidejob.observe import Observation
from games.rules.insidejob.trick import Played, winning_place

PAIRS = 4
"""How many pairs of endings are imagined for each card considered."""
HARMONY = 0.6
"""How often, of a pair of endings of which one meets the mission, the others bring that one about."""

Ending = tuple[Seat, bool]
"""Who takes the trick, and whether its mission is met."""
Worth = Mapping[Ending, float]
Endings = Sequence[tuple[Played, ...]]
"""What is still to come of a trick, an even number of times."""


def forecast(before: Sequence[Played], played: Played, mission: Mission, endings: Endings, worth: Worth) -> float:
    """Return what a trick is worth on the average if `played` comes next. Two endings stand for a choice of others."""
    total = 0.0
    for place in range(0, len(endings), 2):
        one = end_trick((*before, played, *endings[place]), mission)
        other = end_trick((*before, played, *endings[place + 1]), mission)
        share = 0.5 + (HARMONY - 0.5) * (one[1] - other[1])
        total += share * worth[one] + (1 - share) * worth[other]
    return 2 * total / len(endings)


def end_trick(plays: Sequence[Played], mission: Mission) -> Ending:
    """Return how a complete trick ends."""
    return plays[winning_place(plays, mission.trump)].seat, is_met(mission, plays)


def imagine(seen: Observation, count: int, chance: Chance) -> Mapping[str, Endings]:
    """Return by led suit what may follow the first `count` cards of the trick: as often for each suit that may lead."""
    hidden, later = hide(seen, chance), find_order(seen)[count:]
    voids = find_voids(seen)
    suits = (seen.plays[0].card.suit,) if seen.plays else SUITS
    times = 2 * PAIRS if later else 2
    endings: dict[str, Endings] = {}
    for led in suits:
        following = [card for card in hidden if card.suit == led]
        others = [card for card in hidden if card.suit != led] or following
        share = len(following) / max(1, len(hidden))
        odds = [(seat, 0.0 if (seat, led) in voids else 1 - (1 - share) ** seen.hand_sizes[seat]) for seat in later]
        endings[led] = [draw_ending(odds, following, others, chance) for _ in range(times)]
    return endings


def hide(seen: Observation, chance: Chance) -> list[Card]:
    """Return, shuffled, the cards that may still be in another player's hand, as far as the viewer recalls."""
    known = {played.card for trick in seen.tricks for played in trick.plays}
    known.update(seen.hand, seen.shown, (played.card for played in seen.plays))
    return chance.sample(hidden := [card for card in DECK if card not in known], len(hidden))


def draw_ending(
    odds: Sequence[tuple[Seat, float]], following: Sequence[Card], others: Sequence[Card], chance: Chance
) -> tuple[Played, ...]:
    """Return a card of each seat still to play, one of the led suit as often as `odds` say. One throw a card."""
    start, plays = chance.random(), []
    for step, (seat, follows) in enumerate(odds):
        roll = chance.random()
        if roll < follows:
            card = following[(int(start * len(following)) + step) % len(following)]
        else:
            card = others[int((roll - follows) / (1 - follows) * len(others)) % len(others)]
        plays.append(Played(seat, card, False))
    return tuple(plays)


def find_voids(seen: Observation) -> frozenset[tuple[Seat, str]]:
    """Return the pairs of a seat and a suit that it did not follow: it held none, unless it is the Insider."""
    return frozenset(
        (played.seat, trick.plays[0].card.suit)
        for trick in seen.tricks
        for played in trick.plays
        if played.card.suit != trick.plays[0].card.suit and not (seen.controller is not None and played.seat == LARRY)
    )


def find_order(seen: Observation) -> tuple[Seat, ...]:
    """Return the places in the order in which they play the trick under way."""
    if seen.controller is not None:
        return (seen.leader, LARRY, seen.controller)
    return tuple((seen.leader + step) % seen.seats for step in range(seen.seats))
