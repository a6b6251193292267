"""What everybody may conclude from the public history about a player's hideouts: no more, and no less.

What hides in a hideout now is bound by two kinds of facts. Some bear on one hideout alone, since it was last filled:
answers to attacks on it, and every spy seen elsewhere meanwhile, in the hand, in another hideout or out of play. The
other kind is that no spy is in two hideouts at once. A spy that was in a hideout before was shown when it came out, so
nothing unknown of the past bears on the present: these two kinds are all there is.
"""

from collections.abc import Sequence

from games.rules.engine.values import Seat
from games.rules.hideouts.acts import PLUS, SUCCESS, Act, Attacked, Refilled, Swapped
from games.rules.hideouts.material import PLACES, SPIES

Values = tuple[int, ...]
HIGHER = [frozenset(SPIES[spy + 1 :]) for spy in SPIES]
LOWER = [frozenset(SPIES[:spy]) for spy in SPIES]
"""By spy, the values above and below it."""


def find_possible(past: Sequence[Act], owner: Seat) -> tuple[Values, ...]:
    """Return for each hideout of `owner` the values it may hold, ascending: none if it holds nothing hidden.

    `past` are all acts of a game since both players hid their spies.
    """
    beliefs = Beliefs()
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
    return keep_apart(beliefs.open)


class Beliefs:
    """What may be in each hideout of one player by facts that bear on it alone, and which values are out of play."""

    def __init__(self) -> None:
        self.open: list[set[int]] = [set(SPIES) for _ in PLACES]
        self.spent: set[int] = set()

    def learn_attack_by_owner(self, act: Attacked) -> None:
        """Learn where the attacking spy was, and whether it is out of play."""
        self.exclude(act.spy)
        if act.own is not None:
            self.open[act.own] = set()
        if act.own is not None or act.answer == SUCCESS:
            self.spent.add(act.spy)

    def learn_attack_on_owner(self, act: Attacked) -> None:
        """Learn from the answer; after a success or an attack from a hideout the value is out of play, for both."""
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
        """Learn that a spy is in none of the hideouts, or comes out of one just now."""
        for values in self.open:
            values.discard(spy)

    def fill(self, place: int) -> None:
        """Learn that something unseen of the hand is in a hideout: any spy in play."""
        self.open[place] = set(SPIES) - self.spent


def keep_apart(open_values: Sequence[set[int]]) -> tuple[Values, ...]:
    """Return the values that leave different ones for the other hideouts, as far as those hold something."""
    hidden = [values for values in open_values if values]
    return tuple(
        tuple(sorted(leave_others(values, [other for other in hidden if other is not values])))
        for values in open_values
    )


def leave_others(values: set[int], others: Sequence[set[int]]) -> set[int]:
    """Return those of the values with which each of the other hideouts can hold a value of its own."""
    if all(len(other) > len(others) for other in others):
        return values
    return {value for value in values if can_fill(others, {value})}


def can_fill(places: Sequence[set[int]], taken: set[int]) -> bool:
    """Tell whether each of these hideouts can hold a value of its own, none of those taken."""
    if all(len(values) >= len(places) + len(taken) for values in places):
        return True
    return any(can_fill(places[1:], taken | {value}) for value in places[0] - taken)


def find_answers(past: Sequence[Act], owner: Seat) -> tuple[tuple[tuple[int, str], ...], ...]:
    """Return for each hideout of `owner` the attacks on what it holds now: the spy that attacked, and the answer."""
    answers: list[list[tuple[int, str]]] = [[] for _ in PLACES]
    for act in past:
        match act:
            case Attacked() if act.seat != owner:
                answers[act.target].append((act.spy, act.answer))
            case Swapped() | Refilled() if act.seat == owner:
                answers[act.own] = []
    return tuple(map(tuple, answers))


def count_fillings(past: Sequence[Act], owner: Seat) -> tuple[int, ...]:
    """Return for each hideout of `owner` how often something was put into it since both hid their spies."""
    filled = [0] * len(PLACES)
    for act in past:
        match act:
            case Swapped() | Refilled() if act.seat == owner:
                filled[act.own] += 1
    return tuple(filled)
