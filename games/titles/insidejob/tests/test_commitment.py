"""What an agreed end opens of a commitment: no mission that was never drawn, and nothing of Larry's pile."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.titles.insidejob.rules import TITLE as insidejob
from games.titles.insidejob.rules.cards import DECK
from games.titles.insidejob.rules.numbers import NUMBERS
from games.titles.insidejob.rules.options import LARRY_SEATS
from tests.rules.committed import count_redealt


def redeal(state: Any, chance: Random) -> Any:
    """Return the deal with other missions below those that were chosen among, and another pile."""
    drawn = 2 * (len(state.tricks) + (state.mission is not None))
    seen, rest = state.deal.missions[:drawn], state.deal.missions[drawn:]
    pile = chance.sample(state.deal.larry, len(state.deal.larry))
    return replace(state.deal, missions=(*seen, *chance.sample(rest, len(rest))), larry=tuple(pile))


@pytest.mark.parametrize("seats", NUMBERS)
def test_the_box_is_a_part_at_every_table_and_empty_with_larry(seats: int) -> None:
    deal = insidejob.make_deal(insidejob.parse_options({}, seats), seats, Random(seats))
    parts = insidejob.PARTS.split(deal)
    held = [card for name in parts if name.startswith(("hand-", "larry")) for card in parts[name]]
    assert sorted([*held, *parts["box"]]) == sorted(card.code for card in DECK)
    assert (parts["box"] == []) == ("larry" in parts) == (seats == LARRY_SEATS)


def test_an_agreed_end_opens_of_the_deal_only_what_it_opens_anyway() -> None:
    assert count_redealt("insidejob", redeal) > 100
