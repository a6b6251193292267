"""Infers from the public history which spies may be in each hideout.

About one hideout, the answers to attacks since it was filled count, and spies seen elsewhere. About several together:
no spy is in two at once.
"""

from collections.abc import Sequence

from games.rules.engine.values import Seat
from games.titles.hideouts.rules.acts import PLUS, SUCCESS, Act, Attacked, Refilled, Swapped
from games.titles.hideouts.rules.material import PLACES, SPIES

Values = tuple[int, ...]
HIGHER = [frozenset(SPIES[spy + 1 :]) for spy in SPIES]
LOWER = [frozenset(SPIES[:spy]) for spy in SPIES]


def find_possible(past: Sequence[Act], owner: Seat) -> tuple[Values, ...]:
    """Return which spies may be in each hideout of `owner`, in ascending order, by public facts."""
    beliefs = _Beliefs()
    for act in past:
        match act:
            case Attacked() if act.seat == owner:
                beliefs.learn_attack_by_owner(act)
            case Attacked():
                beliefs.learn_attack_on_owner(act)
            case Swapped() if act.seat == owner:
                beliefs.exclude(act.spy)
                beliefs.fill(act.own)
            case Refilled() if act.seat == owner:
                beliefs.fill(act.own)
    return _keep_apart(beliefs.open)


class _Beliefs:
    def __init__(self) -> None:
        self.open: list[set[int]] = [set(SPIES) for _ in PLACES]
        self.spent: set[int] = set()

    def learn_attack_by_owner(self, act: Attacked) -> None:
        self.exclude(act.spy)
        if act.own is not None:
            self.open[act.own] = set()
        if act.own is not None or act.answer == SUCCESS:
            self.spent.add(act.spy)

    def learn_attack_on_owner(self, act: Attacked) -> None:
        """Exclude spies after an attack on a hideout of the owner.

        After a success, and after any attack from a hideout, neither player has a spy of the attacking value in play
        any more.
        """
        if act.answer == SUCCESS:
            self.open[act.target] = set()
        else:
            self.open[act.target] &= HIGHER[act.spy] if act.answer == PLUS else LOWER[act.spy]
        if act.own is not None or act.answer == SUCCESS:
            self.exclude(act.spy)
            self.spent.add(act.spy)
        if act.matched is not None:
            self.open[act.matched] = set()

    def exclude(self, spy: int) -> None:
        """Note that the spy is in no hideout, or has just left one."""
        for values in self.open:
            values.discard(spy)

    def fill(self, place: int) -> None:
        """Note that the hideout was filled: any spy in play may be there."""
        self.open[place] = set(SPIES) - self.spent


def _keep_apart(open_values: Sequence[set[int]]) -> tuple[Values, ...]:
    """Drop the spies that a hideout cannot hold, because the others could not all hold different spies then."""
    hidden = [values for values in open_values if values]
    return tuple(
        tuple(sorted(_leave_others(values, [other for other in hidden if other is not values])))
        for values in open_values
    )


def _leave_others(values: set[int], others: Sequence[set[int]]) -> set[int]:
    if all(len(other) > len(others) for other in others):
        return values
    return {value for value in values if _can_fill(others, {value})}


def _can_fill(places: Sequence[set[int]], taken: set[int]) -> bool:
    """Whether each place can have a different value, and none of those in `taken`."""
    if all(len(values) >= len(places) + len(taken) for values in places):
        return True
    return any(_can_fill(places[1:], taken | {value}) for value in places[0] - taken)


def find_answers(past: Sequence[Act], owner: Seat) -> tuple[tuple[tuple[int, str], ...], ...]:
    """Return the answers that each hideout has given since it was filled.

    Each answer is a pair of the attacking spy and what was said.
    """
    answers: list[list[tuple[int, str]]] = [[] for _ in PLACES]
    for act in past:
        match act:
            case Attacked() if act.seat != owner:
                answers[act.target].append((act.spy, act.answer))
            case Swapped() | Refilled() if act.seat == owner:
                answers[act.own] = []
    return tuple(map(tuple, answers))


def count_fillings(past: Sequence[Act], owner: Seat) -> tuple[int, ...]:
    """Return how often each hideout was filled again. The first hiding does not count."""
    filled = [0] * len(PLACES)
    for act in past:
        match act:
            case Swapped() | Refilled() if act.seat == owner:
                filled[act.own] += 1
    return tuple(filled)
