"""The one law of imagined worlds: what a viewer sees of an imagined game is what they see of the real one."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from games.rules.engine.values import Chance
from tests.rules.swap import play_game
from tests.rules.worlds import Worlds

Imagine = Callable[[Any, Chance], Any]
"""`imagine` of a title: an observation and dice in, a state out."""


def list_disagreements(worlds: Worlds, imagine: Imagine, games: int) -> Iterator[tuple[str, bool]]:
    """Yield, for every viewer of positions of random games at all kinds of tables, where it is and if it breaks.

    The public is a viewer, too.
    """
    title = worlds.TITLE
    for number in range(games):
        game = play_game(worlds, f"imagined {number}")
        for place in {*range(number % 5, len(game.states), 5), len(game.states) - 1}:
            state = game.states[place]
            for viewer in (*range(game.seats), None):
                seen = title.observe(state, viewer)
                imagined = imagine(seen, Random(f"{number} {place} {viewer}"))
                yield f"game {number}, move {place}, viewer {viewer}", title.observe(imagined, viewer) != seen
