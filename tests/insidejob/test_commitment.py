"""What an agreed end opens of a commitment: no mission that was never drawn, and nothing of Larry's pile."""

from dataclasses import replace
from random import Random
from typing import Any

from tests.rules.committed import count_redealt


def redeal(state: Any, chance: Random) -> Any:
    """Return the deal with other missions below those that were chosen among, and another pile."""
    drawn = 2 * (len(state.tricks) + (state.mission is not None))
    seen, rest = state.deal.missions[:drawn], state.deal.missions[drawn:]
    pile = chance.sample(state.deal.larry, len(state.deal.larry))
    return replace(state.deal, missions=(*seen, *chance.sample(rest, len(rest))), larry=tuple(pile))


def test_an_agreed_end_opens_of_the_deal_only_what_it_opens_anyway() -> None:
    assert count_redealt("insidejob", redeal) > 100
