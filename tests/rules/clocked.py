"""A bot whose thinking is timed."""

from time import process_time
from typing import Any

from games.rules.engine.values import Bot, Chance


class Clocked:
    """A bot, and the processor time that it takes."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.seconds, self.moves = bot, 0.0, 0

    def __call__(self, seen: Any, chance: Chance) -> Any:
        begun = process_time()
        move = self.bot(seen, chance)
        self.seconds += process_time() - begun
        self.moves += 1
        return move

    @property
    def pace(self) -> float:
        return 1000 * self.seconds / max(1, self.moves)
