"""Evidence from denied suits: who did not follow, and how likely that was a lie."""

from collections.abc import Sequence
from functools import lru_cache
from math import comb, log1p

from games.titles.insidejob.rules.cards import Card
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.rules.trick import Played
from games.titles.insidejob.rules.worlds import find_voids, list_hidden

# How often the Insider denies a suit whose cards can be kept to the end.
LIES = 0.3
# The highest log likelihood ratio of one denial.
UTMOST = 3.0


def weigh_denials(seen: Observation) -> list[float]:
    """Return, by seat, the log likelihood ratio of Insider to other roles, given the suits it did not follow."""
    hidden = list_hidden(seen)
    said = []
    for seat, suits in enumerate(find_voids(seen)[0]):
        cards = (*hidden, *seen.hand) if seat == seen.viewer else hidden
        said.append(sum(weigh_denial(*_count(seen, cards, suit, seen.hand_sizes[seat])) for suit in suits))
    return said


def weigh_denying(seen: Observation) -> float:
    """Return how suspicious not following suit now would look to those who do not see the viewer's hand."""
    assert seen.viewer is not None
    led = seen.plays[0].card.suit if seen.plays else ""
    cards = (*list_hidden(seen), *seen.hand)
    said = weigh_denial(*_count(seen, cards, led, len(seen.hand) - 1)) if seen.hand else 0.0
    return said if seen.plays and not seen.shown and led not in find_voids(seen)[0][seen.viewer] else 0.0


def denies(seen: Observation, play: Played) -> bool:
    return bool(seen.plays) and play.card.suit != seen.plays[0].card.suit


def _count(seen: Observation, cards: Sequence[Card], suit: str, held: int) -> tuple[int, int, int, int]:
    return len(cards), sum(card.suit == suit for card in cards), min(held, len(cards)), seen.numbers.left


@lru_cache(4096)
def weigh_denial(unseen: int, of_suit: int, held: int, kept: int) -> float:
    """Return the log likelihood ratio of Insider to other roles for one denial.

    It compares the number of hands of `held` cards without the suit with the number of those that hold at most `kept`
    of its cards.
    """
    ways = [comb(of_suit, some) * comb(unseen - of_suit, held - some) for some in range(min(kept, held) + 1)]
    return min(UTMOST, log1p(LIES * sum(ways[1:]) / ways[0])) if ways[0] else UTMOST
