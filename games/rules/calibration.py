"""Measures how good the suspicion model of a title is.

The Brier score of a moment is the sum over places of (share - truth)²; 0 is perfect. It is compared with a baseline
that gives equal shares to all possible places. The moments of a game are those between two scenes.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import mean, stdev
from typing import Any

from games.rules.engine.protocol import AnyTitle
from games.rules.engine.suspicion import Shares

NORMAL_95 = 1.96
# How many bins the reliability curve has.
BINS = 10


@dataclass(frozen=True, slots=True)
class Moment:
    shares: Shares
    truth: tuple[bool, ...]

    @property
    def score(self) -> float:
        return _judge(self.shares.percents, self.truth)

    @property
    def blind_score(self) -> float:
        return _judge(self.shares.levels, self.truth)


def _judge(said: Iterable[float], truth: Iterable[bool]) -> float:
    return sum((share / 100 - true) ** 2 for share, true in zip(said, truth, strict=True))


@dataclass
class Bin:
    """The guesses of similar size: how many there are, their sum, and how many were right."""

    count: int = 0
    said: float = 0
    right: int = 0

    @property
    def gap(self) -> float:
        """The share of guesses that were right, minus the mean guess. It is positive if guesses were too low."""
        return (self.right - self.said) / self.count if self.count else 0.0


@dataclass
class Score:
    """How good a model's guesses are.

    For each game, `games` has two means over its moments: the Brier score of the model and that of the baseline.
    """

    games: list[tuple[float, float]] = field(default_factory=list)
    moments: int = 0
    proven: int = 0
    # For each moment without proof, the Brier score of the model and that of the baseline.
    guesses: list[tuple[float, float]] = field(default_factory=list)
    bins: list[Bin] = field(default_factory=lambda: [Bin() for _ in range(BINS)])

    def add(self, moments: Sequence[Moment]) -> None:
        if not moments:
            return
        self.moments += len(moments)
        self.games.append((mean(each.score for each in moments), mean(each.blind_score for each in moments)))
        for moment in moments:
            self.proven += moment.shares.is_proof
            if not moment.shares.is_proof:
                self.guesses.append((moment.score, moment.blind_score))
                self.sort_in(moment)

    def sort_in(self, moment: Moment) -> None:
        for place, (share, true) in enumerate(zip(moment.shares.percents, moment.truth, strict=True)):
            if place not in moment.shares.proofs:
                chosen = self.bins[min(share * BINS // 100, BINS - 1)]
                chosen.count += 1
                chosen.said += share / 100
                chosen.right += true

    @property
    def difference(self) -> float:
        """How much better the model is than the baseline, as a mean over games."""
        return mean(blind - score for score, blind in self.games)

    @property
    def margin(self) -> float:
        """Half the width of the 95 % confidence interval of `difference`."""
        if len(self.games) < 2:
            return float("inf")
        return NORMAL_95 * stdev(blind - score for score, blind in self.games) / sqrt(len(self.games))

    @property
    def wins(self) -> bool:
        return bool(self.games) and self.difference - self.margin > 0


def list_moments(title: AnyTitle, states: Sequence[Any]) -> Iterator[int]:
    for place in range(1, len(states)):
        if title.outcome(states[place]) is None and title.scene(states[place]) != title.scene(states[place - 1]):
            yield place


def review(title: AnyTitle, states: Sequence[Any]) -> list[Moment]:
    suspicion, weighing = title.TEXTS.suspicion, title.SUSPICION_MODEL
    if suspicion is None or weighing is None:
        return []
    moments = []
    for place in list_moments(title, states):
        shares = weighing.weigh(title.observe(states[place], None))
        truth = tuple(suspicion.truth(states[place], seat) is True for seat in range(len(shares.percents)))
        moments.append(Moment(shares, truth))
    return moments


def describe(score: Score) -> Iterator[str]:
    if not score.games:
        yield "  no games"
        return
    said, blind = (mean(game[side] for game in score.games) for side in (0, 1))
    yield f"  Brier {said:.3f}, knowing nothing {blind:.3f}: better by {score.difference:.3f} ± {score.margin:.3f}"
    if score.guesses:
        said, blind = (mean(guess[side] for guess in score.guesses) for side in (0, 1))
        yield f"  where there was no proof: Brier {said:.3f}, knowing nothing {blind:.3f}"
    yield f"  {len(score.games)} games, {score.moments} moments, {score.proven} of them with proof"
    yield from _describe_bins(score.bins)


def _describe_bins(bins: Iterable[Bin]) -> Iterator[str]:
    for number, each in enumerate(bins):
        if each.count:
            low, high = number * 100 // BINS, (number + 1) * 100 // BINS
            said, right = each.said / each.count, each.right / each.count
            yield f"  {low:>3} to {high:>3} %: said {said:.1%}, was so {right:.1%} of {each.count}"
