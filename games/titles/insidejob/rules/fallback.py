"""Moves for an absent player (section 7): the same for every role."""

from itertools import permutations

from games.titles.insidejob.rules.cards import Card
from games.titles.insidejob.rules.moves import PARTNER, ChooseMission, ChoosePartner, Move, Play, PlayForLarry, Vote
from games.titles.insidejob.rules.observe import Observation


def fallback(seen: Observation) -> tuple[Move, ...]:
    """Return the moves that the clock draws from.

    It follows with the lowest card of the led suit, or else plays the lowest card of the hand. It never wagers, and
    abstains in the vote.
    """
    assert seen.viewer is not None
    assert seen.decision is not None
    if seen.decision.kind == PARTNER:
        return tuple(ChoosePartner(seen.viewer, other) for other in range(seen.seats) if other != seen.viewer)
    if seen.decision.sealed:
        return (Vote(seen.viewer, ()),)
    if seen.offered:
        return tuple(ChooseMission(seen.viewer, mission) for mission in seen.offered)
    if not seen.plays:
        return tuple(Play(seen.viewer, card, False) for card in seen.hand)
    led = seen.plays[0].card.suit
    if seen.shown:
        lowest = _find_lowest(seen.shown, led)
        pairs = permutations(seen.shown, 2)
        return tuple(PlayForLarry(seen.viewer, card, back) for card, back in pairs if card in lowest)
    return tuple(Play(seen.viewer, card, False) for card in _find_lowest(seen.hand, led))


def _find_lowest(cards: tuple[Card, ...], led: str) -> tuple[Card, ...]:
    """Return the lowest cards that may be played. There are several if their values are equal."""
    following = [card for card in cards if card.suit == led] or cards
    value = min(card.value for card in following)
    return tuple(card for card in following if card.value == value)
