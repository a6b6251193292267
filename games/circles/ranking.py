"""The order of members in the results of a circle: by their share of wins, then by wins.

A rank takes a few games, so that one lucky game does not come first. Those with fewer follow without a rank.
"""

from collections.abc import Mapping
from fractions import Fraction

from games.people.selectors.statistics import Tally

GAMES_FOR_RANK = 3


def rank(tallies: Mapping[int, Tally]) -> dict[int, int | None]:
    """Return the ranks of members, in their order. Equal results share a rank; None is no rank."""
    needed = find_needed(tallies)
    order = sorted(tallies, key=lambda each: (tallies[each].games < needed, *_measure(tallies[each])))
    ranked = [_measure(tallies[each]) for each in order if tallies[each].games >= needed]
    return {
        each: ranked.index(_measure(tallies[each])) + 1 if tallies[each].games >= needed else None for each in order
    }


def find_needed(tallies: Mapping[int, Tally]) -> int:
    """Return how many games a member needs for a rank.

    It is fewer than usual if no member has played so many.
    """
    return min(GAMES_FOR_RANK, max((tally.games for tally in tallies.values()), default=0))


def _measure(tally: Tally) -> tuple[Fraction, int]:
    return -Fraction(tally.won, max(1, tally.games)), -tally.won


def find_winners(tallies: Mapping[int, Tally]) -> list[int]:
    """Return the members with the first rank, if they have won at all."""
    return [each for each, place in rank(tallies).items() if place == 1 and tallies[each].won]
