"""How often one bot of T.A.R.G.E.T. beats another, each in both seats by turns, and how long it thinks.

`python -m games.titles.hideouts.tests.strength --bot expert --against steady --games 1000` prints it.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

from games.rules.engine.play import play_out
from games.rules.engine.values import Chance, Seat
from games.titles.hideouts.rules import TITLE as hideouts
from games.titles.hideouts.tests.builders import TABLE
from tests.rules.clocked import Clocked

GAMES = 2000
SHARES = {("steady", "random"): 0.8, ("steady", "gentle"): 0.65, ("expert", "steady"): 0.65}
"""Which share of its games a bot must win at least against another."""
NORMAL_95 = 1.96


@dataclass(frozen=True)
class Strength:
    """How many games a bot has played and won, half of them in each seat. A draw is none won."""

    bot: str
    against: str
    games: int
    won: int
    seconds: float
    moves: int

    @property
    def suffices(self) -> bool:
        return self.won >= SHARES.get((self.bot, self.against), 0.0) * self.games

    @property
    def bounds(self) -> tuple[float, float]:
        """The share of games won, at least and at most, with 95 % (Wilson)."""
        square = NORMAL_95**2
        middle = (self.won + square / 2) / (self.games + square)
        part = self.won * (self.games - self.won) / self.games
        half = NORMAL_95 * sqrt(part + square / 4) / (self.games + square)
        return middle - half, middle + half

    def __str__(self) -> str:
        low, high = self.bounds
        return (
            f"target: {self.bot} beats {self.against} in {self.won} of {self.games} games "
            f"({self.won / self.games:.1%}, {low:.1%} to {high:.1%}), "
            f"{1000 * self.seconds / max(1, self.moves):.2f} ms a move"
        )


def measure(games: int = GAMES, bot: str = "steady", against: str = "random") -> Strength:
    clocked = Clocked(hideouts.BOTS[bot])
    won = sum(wins(clocked, against, number % 2, number) for number in range(games))
    return Strength(bot, against, games, won, clocked.seconds, clocked.moves)


def wins(bot: Callable[[Any, Chance], Any], against: str, seat: Seat, seed: int) -> bool:
    bots = {seat: bot, 1 - seat: hideouts.BOTS[against]}
    state, _ = play_out(hideouts, TABLE.parse(), TABLE.deal(seed), bots, Random(f"dice {seed}"))
    return bool(state.outcome.winners == (seat,))


def look_long() -> tuple[str, bool]:
    results = [measure(GAMES, *pair) for pair in SHARES]
    return "\n".join(map(str, results)), all(result.suffices for result in results)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bot", choices=hideouts.BOTS, default="steady")
    parser.add_argument("--against", choices=hideouts.BOTS, default="random")
    parser.add_argument("--games", type=int, default=GAMES)
    asked = parser.parse_args(arguments)
    strength = measure(asked.games, asked.bot, asked.against)
    print(strength)
    return int(not strength.suffices)


if __name__ == "__main__":
    sys.exit(main())
