"""What attacks from the hand suggest about hideouts: a spy that teaches little may hide better ones.

Modelled on `steady`, so a guess.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import exp

from games.rules.engine.values import Seat
from games.rules.hideouts.acts import SUCCESS, Act, Attacked, Refilled, Swapped
from games.rules.hideouts.deduction import find_possible
from games.rules.hideouts.material import PLACES, SPIES
from games.rules.hideouts.race import as_bits, split
from games.rules.hideouts.state import opponent_of
from games.rules.hideouts.worlds import Layout

# How strongly better spies are preferred.
TRUST = 10.0
# 1 is a full narrowing.
HIT = 2.0
# Of looking for the best spy.
CAREFUL = 0.5
# Least probability of an attacking spy in the hand.
LEAST = 0.001


# By spy; 0 if out of play.
Wanted = Sequence[float]


def weigh_layouts(past: Sequence[Act], owner: Seat, layouts: Sequence[Layout]) -> list[float]:
    """How well each layout explains the attacks.

    Players look for the best spy or any useful one; both models are weighed by their fit.
    """
    seen = list(list_attacks(past, owner))
    careful = weigh_with(past, owner, layouts, [(number, spy, want_best(worths)) for number, spy, worths in seen])
    careless = weigh_with(past, owner, layouts, [(number, spy, want_any(worths)) for number, spy, worths in seen])
    return [CAREFUL * one + (1 - CAREFUL) * other for one, other in zip(careful, careless, strict=True)]


def weigh_with(
    past: Sequence[Act], owner: Seat, layouts: Sequence[Layout], seen: Iterable[tuple[int, int, Wanted]]
) -> list[float]:
    weights = [1.0] * len(layouts)
    for number, spy, wanted in seen:
        total = sum(wanted)
        places = [place for place in PLACES if find_last_filling(past, owner, place) < number]
        for index, layout in enumerate(layouts):
            missing = sum(wanted[hidden] for place in places if (hidden := layout[place]) is not None)
            weights[index] *= max(LEAST * total, wanted[spy]) / max(LEAST * total, total - missing)
    return weights


def list_attacks(past: Sequence[Act], owner: Seat) -> Iterator[tuple[int, int, Sequence[Sequence[float]]]]:
    """Act number, spy, and what each spy teaches."""
    spent: set[int] = set()
    for number, act in enumerate(past):
        if not isinstance(act, Attacked):
            continue
        if act.seat == owner and act.own is None:
            yield number, act.spy, list_worths(past[:number], owner, spent)
        if act.seat == owner and (act.own is not None or act.answer == SUCCESS):
            spent.add(act.spy)


def list_worths(past: Sequence[Act], owner: Seat, spent: set[int]) -> list[list[float]]:
    """Empty for spies out of play."""
    targets = [as_bits(values) for values in find_possible(past, opponent_of(owner)) if values]
    return [[] if spy in spent else [teach(spy, values) for values in targets] for spy in SPIES]


def want_best(worths: Sequence[Sequence[float]]) -> Wanted:
    return [exp(TRUST * max(worth)) if worth else 0.0 for worth in worths]


def want_any(worths: Sequence[Sequence[float]]) -> Wanted:
    return [float(sum(each > 0 for each in worth)) for worth in worths]


def teach(spy: int, values: int) -> float:
    count = values.bit_count()
    below, above = (part.bit_count() for part in split(values, spy))
    return HIT * (count - below - above) / count + 1 - (below**2 + above**2) / count**2


def find_last_filling(past: Sequence[Act], owner: Seat, place: int) -> int:
    """-1 for the first hiding."""
    return max(
        (
            number
            for number, act in enumerate(past)
            if isinstance(act, Swapped | Refilled) and (act.seat, act.own) == (owner, place)
        ),
        default=-1,
    )
