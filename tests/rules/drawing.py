"""Draws options from a title's own list, so that the proofs try a new option without a change of tests."""

from random import Random
from typing import Any

from games.rules.engine.errors import InvalidOption
from games.rules.engine.protocol import AnyTitle


def draw_options(title: AnyTitle, seats: int, chance: Random, **weighed: Any) -> Any:
    """Return options as the title has them: those of `weighed` as given, all others at random."""
    others = [option for option in title.OPTIONS if option.name not in weighed]
    while True:
        drawn = {option.name: chance.choice([v for v, _ in option.choices] or [True, False]) for option in others}
        try:
            return title.parse_options({**drawn, **weighed}, seats)
        except InvalidOption:
            # These do not go together, or not with so many seats.
            continue
