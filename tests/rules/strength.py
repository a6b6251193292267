"""How much better the `steady` bot plays than the `random` one, side by side on common deals.

`python -m tests.rules.strength [games]` prints the table for 3 to 5 seats.
"""

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

GAMES = 2000
SEATS = (3, 4, 5)
"""The base game is measured: with Larry every second card is his."""
POINTS = 0.05
"""By how much the steady side must raise its win rate at least."""
NORMAL_95 = 1.96
SIDES = (AGENT, INSIDER)


@dataclass(frozen=True)
class Strength:
    """The win rate of one side with random bots everywhere, and with steady bots on that side alone."""

    seats: int
    side: str
    games: int
    random: float
    steady: float
    lower: float
    """The lower 95 % bound of the difference, from the differences game by game."""

    def __str__(self) -> str:
        return (
            f"{self.seats} seats, {self.side:7}: random {self.random:6.1%}, steady {self.steady:6.1%}, "
            f"difference {self.steady - self.random:+6.1%}, lower 95 % bound {self.lower:+6.1%} ({self.games} games)"
        )


def measure(games: int = GAMES, processes: int = 2, first_seed: int = 0) -> list[Strength]:
    """Return the strength for each number of seats and side, over the games with the seeds from `first_seed` on."""
    return [measure_side(seats, side, games, processes, first_seed) for seats in SEATS for side in SIDES]


def measure_side(seats: int, side: str, games: int, processes: int = 1, first_seed: int = 0) -> Strength:
    """Return the strength of one side at a table of `seats`."""
    seeds = range(first_seed, first_seed + games)
    play = partial(play_both, seats, side)
    if processes == 1:
        return summarise(seats, side, [play(seed) for seed in seeds])
    with get_context("spawn").Pool(processes) as pool:
        return summarise(seats, side, pool.map(play, seeds, chunksize=25))


def summarise(seats: int, side: str, results: Sequence[tuple[bool, bool]]) -> Strength:
    """Return the figures for games given as pairs: won at random, won with the side steady."""
    differences = [steady - random for random, steady in results]
    error = stdev(differences) / sqrt(len(results))
    return Strength(
        seats=seats,
        side=side,
        games=len(results),
        random=mean(random for random, _ in results),
        steady=mean(steady for _, steady in results),
        lower=mean(differences) - NORMAL_95 * error,
    )


def play_both(seats: int, side: str, seed: int) -> tuple[bool, bool]:
    """Play one deal twice; return whether `side` wins with random bots everywhere, and with steady ones on it."""
    deal = make_deal(parse_options({}, seats), seats, Random(f"deal {seed}"))
    return wins(deal, side, "random", seed), wins(deal, side, "steady", seed)


def wins(deal: Deal, side: str, bot: str, seed: int) -> bool:
    """Tell whether `side` wins a game in which its seats are played by `bot` and the others at random."""
    bots = {seat: BOTS[bot if role == side else "random"] for seat, role in enumerate(deal.roles)}
    state, _ = play_out(get_title(NAME), parse_options({}, len(deal.roles)), deal, bots, Random(f"dice {seed}"))
    return deal.roles.index(side) in state.outcome.winners


def main() -> int:
    """Print the table; return 1 if any bound is too low."""
    results = measure(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
    for strength in results:
        print(strength)
    return int(any(strength.lower <= POINTS for strength in results))


if __name__ == "__main__":
    raise SystemExit(main())
