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
    """Return at how many states of random games another deal was tried. No opened part may tell the two deals apart.

    `redeal` returns the deal of a state with every part changed that would stay closed if the game ended there. Raises
    `AssertionError` if an opened part differs.
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
