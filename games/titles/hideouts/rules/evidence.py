"""Infers from attacks from the hand which spies may be hidden.

A player who attacks with a spy that teaches little may have hidden the better ones. The model of players is `steady`,
so this is a guess.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import exp

from games.rules.engine.values import Seat
from games.titles.hideouts.rules.acts import SUCCESS, Act, Attacked, Refilled, Swapped
from games.titles.hideouts.rules.deduction import find_possible
from games.titles.hideouts.rules.material import PLACES, SPIES
from games.titles.hideouts.rules.race import as_bits, split
from games.titles.hideouts.rules.state import opponent_of
from games.titles.hideouts.rules.worlds import Layout

# How strongly players prefer spies that teach more.
TRUST = 10.0
# The worth of a hit, where 1 is the worth of narrowing a hideout down to one spy.
HIT = 2.0
# The share of players who look for the best spy. Others take any that teaches something.
CAREFUL = 0.5
# The least probability that the attacking spy is chosen from the hand.
LEAST = 0.001


# How much each spy is preferred for an attack; 0 if it is out of play.
Wanted = Sequence[float]


def weigh_layouts(past: Sequence[Act], owner: Seat, layouts: Sequence[Layout]) -> list[float]:
    """Return how well each layout explains the attacks of `owner`.

    Some players look for the best spy, others take any useful one, so the result is a mean of both.
    """
    seen = list(_list_attacks(past, owner))
    careful = _weigh_with(past, owner, layouts, [(number, spy, _want_best(worths)) for number, spy, worths in seen])
    careless = _weigh_with(past, owner, layouts, [(number, spy, _want_any(worths)) for number, spy, worths in seen])
    return [CAREFUL * one + (1 - CAREFUL) * other for one, other in zip(careful, careless, strict=True)]


def _weigh_with(
    past: Sequence[Act], owner: Seat, layouts: Sequence[Layout], seen: Iterable[tuple[int, int, Wanted]]
) -> list[float]:
    weights = [1.0] * len(layouts)
    for number, spy, wanted in seen:
        total = sum(wanted)
        places = [place for place in PLACES if _find_last_filling(past, owner, place) < number]
        for index, layout in enumerate(layouts):
            missing = sum(wanted[hidden] for place in places if (hidden := layout[place]) is not None)
            weights[index] *= max(LEAST * total, wanted[spy]) / max(LEAST * total, total - missing)
    return weights


def _list_attacks(past: Sequence[Act], owner: Seat) -> Iterator[tuple[int, int, Sequence[Sequence[float]]]]:
    """Yield the attacks of `owner` from the hand.

    Each has the number of the act, the spy, and what each spy would have taught about each hideout.
    """
    spent: set[int] = set()
    for number, act in enumerate(past):
        if not isinstance(act, Attacked):
            continue
        if act.seat == owner and act.own is None:
            yield number, act.spy, _list_worths(past[:number], owner, spent)
        if act.seat == owner and (act.own is not None or act.answer == SUCCESS):
            spent.add(act.spy)


def _list_worths(past: Sequence[Act], owner: Seat, spent: set[int]) -> list[list[float]]:
    """Return what each spy would teach about each open hideout of the opponent.

    The list of a spy out of play is empty.
    """
    targets = [as_bits(values) for values in find_possible(past, opponent_of(owner)) if values]
    return [[] if spy in spent else [_teach(spy, values) for values in targets] for spy in SPIES]


def _want_best(worths: Sequence[Sequence[float]]) -> Wanted:
    return [exp(TRUST * max(worth)) if worth else 0.0 for worth in worths]


def _want_any(worths: Sequence[Sequence[float]]) -> Wanted:
    return [float(sum(each > 0 for each in worth)) for worth in worths]


def _teach(spy: int, values: int) -> float:
    count = values.bit_count()
    below, above = (part.bit_count() for part in split(values, spy))
    return HIT * (count - below - above) / count + 1 - (below**2 + above**2) / count**2


def _find_last_filling(past: Sequence[Act], owner: Seat, place: int) -> int:
    """Return the number of the act that last filled a hideout, or -1 for the first hiding."""
    return max(
        (
            number
            for number, act in enumerate(past)
            if isinstance(act, Swapped | Refilled) and (act.seat, act.own) == (owner, place)
        ),
        default=-1,
    )
