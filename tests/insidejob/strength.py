"""How much better or worse a bot plays than `steady`: side by side on common deals, with `steady` in all other seats.

`python -m tests.insidejob.strength --bot random --games 500` prints the table for 3 to 5 seats.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from multiprocessing import get_context
from random import Random
from statistics import mean, stdev

from games.rules.insidejob import BOTS, NAME, make_deal, parse_options
from games.rules.insidejob.deal import Deal
from games.rules.insidejob.roles import AGENT, INSIDER
from games.rules.play import play_out
from games.rules.registry import get_title

GAMES = 500
SEATS = (3, 4, 5)
"""The base game is measured: with Larry every second card is his."""
BASELINE = "steady"
POINTS = 0.05
"""By how much `steady` must win more often than `random` at least."""
NORMAL_95 = 1.96
SIDES = (AGENT, INSIDER)


@dataclass(frozen=True)
class Strength:
    """The win rate of one side with `steady` in every seat, and with `bot` in the seats of that side."""

    seats: int
    side: str
    bot: str
    games: int
    steady: float
    candidate: float
    margin: float
    """Half the width of the 95 % interval of the difference, from the differences game by game."""

    @property
    def difference(self) -> float:
        """By how much the candidate wins more often."""
        return self.candidate - self.steady

    @property
    def is_weaker(self) -> bool:
        """Whether the candidate is weaker than `steady` by more than `POINTS`, chance allowed for."""
        return self.difference + self.margin < -POINTS

    def __str__(self) -> str:
        return (
            f"{self.seats} seats, {self.side:7}: steady {self.steady:6.1%}, {self.bot} {self.candidate:6.1%}, "
            f"difference {self.difference:+6.1%} ± {self.margin:.1%} ({self.games} games)"
        )


def measure(bot: str, games: int = GAMES, processes: int = 2) -> list[Strength]:
    """Return the strength of `bot` for each number of seats and side, over the games with the seeds from 0 on."""
    return [measure_side(seats, side, bot, games, processes) for seats in SEATS for side in SIDES]


def measure_side(seats: int, side: str, bot: str, games: int, processes: int = 1) -> Strength:
    """Return the strength of `bot` on one side of a table of `seats`."""
    play = partial(play_both, seats, side, bot)
    if processes == 1:
        return summarise(seats, side, bot, [play(seed) for seed in range(games)])
    with get_context("spawn").Pool(processes) as pool:
        return summarise(seats, side, bot, pool.map(play, range(games), chunksize=25))


def summarise(seats: int, side: str, bot: str, results: Sequence[tuple[bool, bool]]) -> Strength:
    """Return the figures for games given as pairs: won with `steady`, won with the candidate."""
    differences = [candidate - steady for steady, candidate in results]
    return Strength(
        seats=seats,
        side=side,
        bot=bot,
        games=len(results),
        steady=mean(steady for steady, _ in results),
        candidate=mean(candidate for _, candidate in results),
        margin=NORMAL_95 * stdev(differences) / sqrt(len(results)),
    )


def play_both(seats: int, side: str, bot: str, seed: int) -> tuple[bool, bool]:
    """Play one deal twice; return whether `side` wins with `steady` everywhere, and with `bot` on it."""
    deal = make_deal(parse_options({}, seats), seats, Random(f"deal {seed}"))
    return wins(deal, side, BASELINE, seed), wins(deal, side, bot, seed)


def wins(deal: Deal, side: str, bot: str, seed: int) -> bool:
    """Tell whether `side` wins a game in which its seats are played by `bot` and the others by `steady`."""
    bots = {seat: BOTS[bot if role == side else BASELINE] for seat, role in enumerate(deal.roles)}
    state, _ = play_out(get_title(NAME), parse_options({}, len(deal.roles)), deal, bots, Random(f"dice {seed}"))
    return deal.roles.index(side) in state.outcome.winners


def look_long() -> tuple[str, bool]:
    """Return the table for `random`, and whether it is clearly weaker on both sides."""
    results = measure("random")
    return "\n".join(map(str, results)), all(result.is_weaker for result in results)


def main(arguments: list[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.insidejob.strength", description=__doc__.splitlines()[0])
    parser.add_argument("--bot", choices=BOTS, default="random")
    parser.add_argument("--games", type=int, default=GAMES)
    asked = parser.parse_args(arguments)
    for strength in measure(asked.bot, asked.games):
        print(strength, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
