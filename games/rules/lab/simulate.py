"""Makes records of games between bots."""

from collections.abc import Iterator
from random import Random
from typing import Any

from games.rules.engine.play import play_out
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Bot, Json
from games.rules.record import write_record


def simulate(title: AnyTitle, options: Any, seats: int, bot: Bot, seed: int) -> Iterator[dict[str, Json]]:
    """Yield records without end.

    Each game has its own seed, so a shorter run is the beginning of a longer one.
    """
    number = 0
    while True:
        dice = Random(f"{seed}/{number}")  # noqa: S311  Not a secret; it must be reproducible.
        deal = title.make_deal(options, seats, dice)
        state, entries = play_out(title, options, deal, dict.fromkeys(range(seats), bot), dice)
        yield write_record(title, options, deal, entries, state)
        number += 1
