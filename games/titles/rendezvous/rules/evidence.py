"""Infers from words who shares a password.

In the model, spies mostly hint at their password. Others, and sometimes spies, follow earlier hints or change the
subject. The model fits bots better than people, so the evidence is scaled down.
"""

from collections.abc import Sequence
from itertools import combinations

from games.rules.engine.values import Seat
from games.titles.rendezvous.rules.folding import fold
from games.titles.rendezvous.rules.observe import Observation
from games.titles.rendezvous.rules.options import AT_ONCE
from games.titles.rendezvous.rules.talk import CANDID, FOLLOWS, list_topics
from games.titles.rendezvous.rules.words import Association

# The evidence is scaled down by this exponent of the odds.
TRUST = 0.7
# The odds of each topic, in the order of `list_topics`.
Row = list[float]


class Evidence:
    """The evidence of all words so far.

    For each seat and topic, `odds` has the likelihood ratio of a spy with that password to a non-spy.
    """

    def __init__(self, seen: Observation) -> None:
        self.topics = list_topics(seen)
        self.odds: list[Row] = [[1.0] * len(self.topics) for _ in range(seen.seats)]
        # The topics that each seat has hinted at.
        self.own: list[set[int]] = [set() for _ in range(seen.seats)]
        self.heard: set[int] = set()
        lap = seen.seats if seen.options.laps == AT_ONCE else 1
        for place in range(0, len(seen.says), lap):
            spoken = [(say.seat, say.word) for say in seen.says[place : place + lap] if say.word is not None]
            factors = [self.weigh(seat, word) for seat, word in spoken]
            for (seat, word), factor in zip(spoken, factors, strict=True):
                self.learn(seat, word, factor)

    def weigh(self, seat: Seat, word: str) -> Row:
        suited = _find_suited(word, self.topics)
        if not suited:
            return [1.0] * len(self.topics)
        usual = sum(
            chance / len(self.topics[topic].folded) for topic, chance in self.foresee(seat).items() if topic in suited
        )
        return [
            ((CANDID * (topic in suited) / len(each.folded) + (1 - CANDID) * usual) / usual) ** TRUST
            for topic, each in enumerate(self.topics)
        ]

    def foresee(self, seat: Seat) -> dict[int, float]:
        """Return the chance that a non-spy at this seat hints at each topic."""
        every = range(len(self.topics))
        shares = [(1 - FOLLOWS, every), (FOLLOWS, self.heard or every)]
        if self.own[seat]:
            shares = [(CANDID, self.own[seat]), *(((1 - CANDID) * share, topics) for share, topics in shares)]
        chances = dict.fromkeys(every, 0.0)
        for share, topics in shares:
            for topic in topics:
                chances[topic] += share / len(topics)
        return chances

    def learn(self, seat: Seat, word: str, factor: Row) -> None:
        suited = _find_suited(word, self.topics)
        self.odds[seat] = [one * other for one, other in zip(self.odds[seat], factor, strict=True)]
        self.own[seat] |= suited
        self.heard |= suited

    def weigh_pairs(self, odds: Sequence[Row]) -> dict[tuple[Seat, ...], float]:
        """Return how likely each pair of seats is the pair of spies, from words alone."""
        return {
            (one, other): sum(a * b for a, b in zip(odds[one], odds[other], strict=True)) / len(self.topics)
            for one, other in combinations(range(len(odds)), 2)
        }


def _find_suited(word: str, topics: Sequence[Association]) -> set[int]:
    folded = fold(word)
    return {number for number, topic in enumerate(topics) if folded in topic.folded}
