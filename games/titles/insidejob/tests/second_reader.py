"""Fits the second reader of cases to other games: `python -m games.titles.insidejob.tests.second_reader`."""

import argparse
from collections.abc import Sequence
from random import Random

from games.rules.cases import ends_with_finale, play_case
from games.rules.engine.cases import Level
from games.rules.engine.values import Chance, Seat
from games.titles.insidejob.rules import TITLE as insidejob
from games.titles.insidejob.rules.cases import HIDING, SLIPPING
from games.titles.insidejob.rules.counting import NOTES, Notes, _share, _take_notes

ROUNDS, STEP, DECAY = 400, 0.3, 0.002


def fit(moments: Sequence[tuple[Notes, Seat]]) -> tuple[float, ...]:
    """Return the weights that make the guilty seats likeliest: a conditional logit."""
    weights = [0.0] * len(NOTES)
    for _ in range(ROUNDS):
        slopes = [-DECAY * weight for weight in weights]
        for notes, guilty in moments:
            shares = _share(notes, weights)
            for note in range(len(NOTES)):
                mean = sum(part * row[note] for part, row in zip(shares, notes, strict=True))
                slopes[note] += (notes[guilty][note] - mean) / len(moments)
        weights = [weight + STEP * slope for weight, slope in zip(weights, slopes, strict=True)]
    return tuple(weights)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m games.titles.insidejob.tests.second_reader", description=__doc__)
    parser.add_argument("--games", type=int, default=400, help="games of each line-up (400)")
    asked = parser.parse_args()
    for lineup in (SLIPPING, HIDING):
        moments: list[tuple[Notes, Seat]] = []
        for seed in range(asked.games):
            chance: Chance = Random(f"second reader {lineup.guilty} {seed}")
            played = play_case(insidejob, Level(lineup, range(0)), chance)
            if ends_with_finale(played):
                tricks = insidejob.observe(played.states[played.moments[-1]], None).tricks
                taken = _take_notes(tricks, lineup.seats, len(played.deal.hands[0]))
                moments += [(notes, played.guilty) for notes, proven in taken if not proven]
        weights = ", ".join(f"{weight:.2f}" for weight in fit(moments))
        print(f"{lineup.guilty}: ({weights}), fitted to {len(moments)} moments")


if __name__ == "__main__":
    main()
