"""What an agreed end opens of a commitment: no round to come, and no word of another number than the one chosen."""

from dataclasses import replace
from random import Random
from typing import Any

from games.titles.rendezvous.rules.deal import find_pairs
from tests.rules.committed import count_redealt


def redeal(state: Any, chance: Random) -> Any:
    """Return the deal with other future rounds and other words on the cards. The words at the chosen number stay."""
    begun, later = state.deal.rounds[: state.place + 1], state.deal.rounds[state.place + 1 :]
    spelt = [spell_anew(cards, state.number, chance) for cards in begun]
    return replace(state.deal, rounds=(*spelt, *(tuple(chance.sample(cards, len(cards))) for cards in later)))


def spell_anew(cards: Any, number: int | None, chance: Random) -> Any:
    """Return the cards of a round with other words except that of `number`, alike where they were alike."""
    other: dict[Any, Any] = {None: None}
    for card in cards:
        words = (f"{word} {chance.random()}" if place != number else word for place, word in enumerate(card or (), 1))
        other.setdefault(card, tuple(words))
    spelt = tuple(other[card] for card in cards)
    assert find_pairs(spelt) == find_pairs(cards)
    return spelt


def test_an_agreed_end_opens_of_the_deal_only_what_it_opens_anyway() -> None:
    assert count_redealt("rendezvous", redeal) > 100
