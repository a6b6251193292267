"""What an agreed end opens of a commitment, compared with what it opens anyway."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from games.rules.commitment import list_parts
from games.rules.registry import TITLES
from tests.rules import swap
from tests.titles import worlds_of


def count_redealt(title: str, redeal: Callable[[Any, Random], Any], games: int = 12) -> int:
    """Return at how many states of random games the deal was another one, without any opened part telling so.

    `redeal` returns the deal of a state with all changed that stays closed, should the game end there. Raises
    `AssertionError` where that shows.
    """
    worlds, found = worlds_of(title), 0
    for number in range(games):
        chance = Random(number)
        for state in swap.play_game(worlds, f"agreed-{number}").states:
            if worlds.TITLE.outcome(state) is not None:
                continue
            other = replace(state, deal=redeal(state, chance))
            ours, theirs = (list_parts(worlds.TITLE, state.options, each.deal, state.rules) for each in (state, other))
            opened = TITLES[title].PARTS.opened(state)
            assert {*opened} <= ours.keys()
            assert worlds.TITLE.open_cards(state) == worlds.TITLE.open_cards(other)
            assert [ours[name] for name in opened] == [theirs[name] for name in opened]
            found += ours != theirs
    return found
