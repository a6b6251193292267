"""What a player's attacks from the hand say of their hideouts, beyond what is certain.

Who attacks with a spy that teaches little may have hidden those that teach more. How a player chooses is a guess: it is
made of what `steady` looks at, and taken with a grain of salt.
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

TRUST = 10.0
"""How surely the spy that teaches more is taken to be preferred."""
HIT = 2.0
"""What a destroyed hideout is worth beside a narrowing that would leave nothing open."""
CAREFUL = 0.5
"""How likely a player is thought to look for the spy that teaches most, before the first attack."""
LEAST = 0.001
"""How likely at least it is that a player has in the hand what they attacked with."""


Wanted = Sequence[float]
"""By spy, how much a player wants it for an attack; 0 for one that is out of play."""


def weigh_layouts(past: Sequence[Act], owner: Seat, layouts: Sequence[Layout]) -> list[float]:
    """Return how well each layout of `owner` goes with the attacks that they made from the hand.

    They may look for the spy that teaches most or take any that teaches: both are thought of, and weighed by how well
    they explain what was shown.
    """
    seen = list(list_attacks(past, owner))
    careful = weigh_with(past, owner, layouts, [(number, spy, want_best(worths)) for number, spy, worths in seen])
    careless = weigh_with(past, owner, layouts, [(number, spy, want_any(worths)) for number, spy, worths in seen])
    return [CAREFUL * one + (1 - CAREFUL) * other for one, other in zip(careful, careless, strict=True)]


def weigh_with(
    past: Sequence[Act], owner: Seat, layouts: Sequence[Layout], seen: Iterable[tuple[int, int, Wanted]]
) -> list[float]:
    """Return by layout how likely the attacks were, if spies are wanted so."""
    weights = [1.0] * len(layouts)
    for number, spy, wanted in seen:
        total = sum(wanted)
        places = [place for place in PLACES if find_last_filling(past, owner, place) < number]
        for index, layout in enumerate(layouts):
            missing = sum(wanted[hidden] for place in places if (hidden := layout[place]) is not None)
            weights[index] *= max(LEAST * total, wanted[spy]) / max(LEAST * total, total - missing)
    return weights


def list_attacks(past: Sequence[Act], owner: Seat) -> Iterator[tuple[int, int, Sequence[Sequence[float]]]]:
    """Give the attacks from the hand by `owner`: which act, which spy, and by spy what it teaches of hideouts."""
    spent: set[int] = set()
    for number, act in enumerate(past):
        if not isinstance(act, Attacked):
            continue
        if act.seat == owner and act.own is None:
            yield number, act.spy, list_worths(past[:number], owner, spent)
        if act.seat == owner and (act.own is not None or act.answer == SUCCESS):
            spent.add(act.spy)


def list_worths(past: Sequence[Act], owner: Seat, spent: set[int]) -> list[list[float]]:
    """Return by spy what it teaches a player about each hideout of the other's; nothing if it is out of play."""
    targets = [as_bits(values) for values in find_possible(past, opponent_of(owner)) if values]
    return [[] if spy in spent else [teach(spy, values) for values in targets] for spy in SPIES]


def want_best(worths: Sequence[Sequence[float]]) -> Wanted:
    """Return how much each spy is wanted by who looks for the one that teaches most."""
    return [exp(TRUST * max(worth)) if worth else 0.0 for worth in worths]


def want_any(worths: Sequence[Sequence[float]]) -> Wanted:
    """Return how much each spy is wanted by who takes any that teaches."""
    return [float(sum(each > 0 for each in worth)) for worth in worths]


def teach(spy: int, values: int) -> float:
    """Return what an attack with a spy promises against a hideout with these values open."""
    count = values.bit_count()
    below, above = (part.bit_count() for part in split(values, spy))
    return HIT * (count - below - above) / count + 1 - (below**2 + above**2) / count**2


def find_last_filling(past: Sequence[Act], owner: Seat, place: int) -> int:
    """Return which act filled a hideout last; before the first if it holds what was hidden there at first."""
    return max(
        (
            number
            for number, act in enumerate(past)
            if isinstance(act, Swapped | Refilled) and (act.seat, act.own) == (owner, place)
        ),
        default=-1,
    )
