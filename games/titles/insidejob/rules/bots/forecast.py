"""Imagines the cards to come in a trick, the same for every card of the hand.

The work does not depend on cards or role, so the time it takes gives nothing away.
"""

from collections.abc import Mapping, Sequence

from games.rules.engine.values import Chance, Seat
from games.titles.insidejob.rules.cards import DECK, SUITS, Card
from games.titles.insidejob.rules.deal import LARRY
from games.titles.insidejob.rules.missions import Mission, is_met
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.rules.trick import Played, winning_place

PAIRS = 4
# How often others choose the ending that meets the mission, if only one of a pair does.
HARMONY = 0.6

# The winner of the trick, and whether the mission is met.
Ending = tuple[Seat, bool]
Worth = Mapping[Ending, float]
# Possible plays of the later seats. Each two of them are a choice that others have.
Endings = Sequence[tuple[Played, ...]]


def forecast(before: Sequence[Played], played: Played, mission: Mission, endings: Endings, worth: Worth) -> float:
    """Return the mean value of a play over imagined endings.

    The endings come in pairs, each a choice that others have.
    """
    total = 0.0
    for place in range(0, len(endings), 2):
        one = _end_trick((*before, played, *endings[place]), mission)
        other = _end_trick((*before, played, *endings[place + 1]), mission)
        share = 0.5 + (HARMONY - 0.5) * (one[1] - other[1])
        total += share * worth[one] + (1 - share) * worth[other]
    return 2 * total / len(endings)


def _end_trick(plays: Sequence[Played], mission: Mission) -> Ending:
    return plays[winning_place(plays, mission.trump)].seat, is_met(mission, plays)


def imagine(seen: Observation, count: int, chance: Chance) -> Mapping[str, Endings]:
    """Return imagined endings by the suit led, the same number for each suit."""
    hidden, later = _hide(seen, chance), find_order(seen)[count:]
    voids = _find_voids(seen)
    suits = (seen.plays[0].card.suit,) if seen.plays else SUITS
    times = 2 * PAIRS if later else 2
    endings: dict[str, Endings] = {}
    for led in suits:
        following = [card for card in hidden if card.suit == led]
        others = [card for card in hidden if card.suit != led] or following
        share = len(following) / max(1, len(hidden))
        odds = [(seat, 0.0 if (seat, led) in voids else 1 - (1 - share) ** seen.hand_sizes[seat]) for seat in later]
        endings[led] = [_draw_ending(odds, following, others, chance) for _ in range(times)]
    return endings


def _hide(seen: Observation, chance: Chance) -> list[Card]:
    """Return the cards that may be in other hands, shuffled."""
    known = {played.card for trick in seen.tricks for played in trick.plays}
    known.update(seen.hand, seen.shown, (played.card for played in seen.plays))
    return chance.sample(hidden := [card for card in DECK if card not in known], len(hidden))


def _draw_ending(
    odds: Sequence[tuple[Seat, float]], following: Sequence[Card], others: Sequence[Card], chance: Chance
) -> tuple[Played, ...]:
    """Draw the plays of the later seats. `odds` has each seat and its chance to follow the led suit."""
    start, plays = chance.random(), []
    for step, (seat, follows) in enumerate(odds):
        roll = chance.random()
        if roll < follows:
            card = following[(int(start * len(following)) + step) % len(following)]
        else:
            card = others[int((roll - follows) / (1 - follows) * len(others)) % len(others)]
        plays.append(Played(seat, card, False))
    return tuple(plays)


def _find_voids(seen: Observation) -> frozenset[tuple[Seat, str]]:
    """Return pairs of a seat and a suit that it did not follow.

    The seat holds no card of that suit, unless it is the Insider's.
    """
    return frozenset(
        (played.seat, trick.plays[0].card.suit)
        for trick in seen.tricks
        for played in trick.plays
        if played.card.suit != trick.plays[0].card.suit and not (seen.controller is not None and played.seat == LARRY)
    )


def find_order(seen: Observation) -> tuple[Seat, ...]:
    if seen.controller is not None:
        return (seen.leader, LARRY, seen.controller)
    return tuple((seen.leader + step) % seen.seats for step in range(seen.seats))
