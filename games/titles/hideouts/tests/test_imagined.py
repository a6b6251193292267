"""Games that agree with what one player sees, and how often each of them is imagined."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.rules.engine.values import Chance
from games.titles.hideouts.rules.worlds import imagine, list_layouts
from games.titles.hideouts.tests import worlds
from games.titles.hideouts.tests.builders import duel, unhidden
from games.titles.hideouts.tests.layouts import trace_layouts
from tests.rounds import mark
from tests.rules.imagining import list_disagreements

Attacks = tuple[tuple[int, int], ...]
"""With which spy of the hand, and which hideout, the players attack by turns."""


def test_a_forgotten_answer_would_be_noticed() -> None:
    def forget(seen: Any, chance: Chance) -> Any:
        return imagine(replace(seen, past=seen.past[1:]), chance)

    assert any(breaks for _, breaks in list_disagreements(worlds, forget, 15))


@pytest.mark.parametrize(
    "attacks", [((7, 0), (8, 1), (4, 1), (7, 0), (7, 2), (9, 0), (5, 0)), mark((((7, 0), (8, 1), (8, 1)),), "deep")]
)
def test_just_the_layouts_that_agree_with_all_that_was_seen_are_imagined_each_as_often(attacks: Attacks) -> None:
    """After more attacks fewer layouts are left, which are counted sooner."""
    now = duel("123", "456")
    for spy, at in attacks:
        now = now.hand(spy, at=at)
    *_, layouts = trace_layouts(now.state.past, 1)
    seen, chance = now.seen_by(0), Random(1)
    imagined = Counter(tuple(each.spy for each in imagine(seen, chance).hideouts[1]) for _ in range(12 * len(layouts)))
    assert set(imagined) == layouts == set(list_layouts(seen, 1))
    assert max(imagined.values()) < 3 * 12


def test_before_anything_is_hidden_nothing_is_imagined() -> None:
    assert imagine(unhidden().seen_by(0), Random(1)) == unhidden().state
