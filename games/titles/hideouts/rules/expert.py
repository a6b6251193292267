"""The `expert` bot. It tries every action and values the positions after it as a race.

It also tries actions that are not possible and drops them last, so the time it takes gives nothing away.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from math import exp
from typing import NamedTuple

from games.rules.engine.values import Chance, Seat
from games.titles.hideouts.rules.evidence import weigh_layouts
from games.titles.hideouts.rules.material import PLACES, SPIES
from games.titles.hideouts.rules.moves import AttackFromHand, AttackFromHideout, Hide, Move, Refill, Swap
from games.titles.hideouts.rules.observe import Observation
from games.titles.hideouts.rules.race import Side, as_bits, count_steps, split, weigh
from games.titles.hideouts.rules.state import opponent_of
from games.titles.hideouts.rules.worlds import find_spent, list_layouts

# How often each spy is hidden. Opponents who halve the range find the lowest and highest spies last.
WEIGHTS = (2, 2, 1, 1, 1, 1, 1, 1, 2, 2)
# The worth of each attack that the opponent still needs to find the real spy.
OWN = 0.2
# The kind of an action and two public numbers, such as the spy shown and the hideout attacked.
Action = tuple[str, int, int]
HAND, HIDEOUT, SWAP = "hand", "hideout", "swap"
# The game ends when a player has lost so many hideouts.
DOWN = len(PLACES)


class Ending(NamedTuple):
    """A possible position after an action.

    It has its probability, both sides as the public knows them, and the bot's own hidden spies.
    """

    chance: float
    mine: Side
    theirs: Side
    hidden: Sequence[int | None]


def play_expert(seen: Observation, chance: Chance) -> Move:
    first = seen.legal[0]
    if isinstance(first, Hide | Refill):
        return draw_hidden(seen.legal, chance)
    worth = _Outlook(seen).weigh_actions()
    open_to = [(move, worth[_name_action(move)]) for move in seen.legal]
    best = max(value for _, value in open_to)
    return draw_hidden([move for move, value in open_to if value == best], chance)


def draw_hidden(moves: Sequence[Move], chance: Chance) -> Move:
    """Draw one of several moves that look the same to others."""
    return chance.choices(moves, [_weigh_hidden(move) for move in moves])[0]


def _weigh_hidden(move: Move) -> int:
    match move:
        case Hide(_, spies):
            return WEIGHTS[spies[0]] * WEIGHTS[spies[1]] * WEIGHTS[spies[2]]
        case Refill(_, spy) | Swap(_, _, spy, _):
            return WEIGHTS[spy]
    return 1


def _name_action(move: Move) -> Action:
    match move:
        case AttackFromHand(_, spy, target):
            return HAND, spy, target
        case AttackFromHideout(_, own, target):
            return HIDEOUT, own, target
        case Swap(_, own, _, token):
            return SWAP, own, token
    raise AssertionError("not a turn")


class _Outlook:
    def __init__(self, seen: Observation) -> None:
        assert seen.viewer is not None
        me, other = seen.viewer, opponent_of(seen.viewer)
        self.in_play = as_bits(SPIES) & ~as_bits(find_spent(seen))
        self.mine, self.theirs = _see_side(seen, me), _see_side(seen, other)
        self.hidden = [None if each.destroyed else each.spy for each in seen.hideouts[me]]
        self.chances = _find_chances(seen, other)

    def weigh_actions(self) -> Mapping[Action, float]:
        """Return the value of every action, legal or not, so that the time it takes tells nothing."""
        own = [place for place in PLACES if self.mine.open[place] or self.hidden[place] is not None]
        targets = [place for place in PLACES if self.theirs.open[place]]
        by_hand = {(HAND, *each): self.foresee_hand(*each) for each in product(SPIES, targets)}
        by_hideout = {(HIDEOUT, *each): self.foresee_hideout(*each) for each in product(own, targets)}
        by_swap = {(SWAP, *each): self.foresee_swap(*each) for each in product(own, PLACES)}
        endings = {**by_hand, **by_hideout, **by_swap}
        return {action: sum(map(_value_of, each)) for action, each in endings.items()}

    def foresee_hand(self, spy: int, target: int) -> Iterator[Ending]:
        """Yield the endings of an attack from the hand.

        A miss whose answer everyone could foresee is worth nothing.
        """
        below, hit, above = self.find_answers(spy, target)
        values = self.theirs.open[target]
        mine = self.mine.show(spy)
        low, high = split(values, spy)
        teaches = values not in (low, high)
        yield Ending(below * teaches, mine, self.theirs.fill(target, low), self.hidden)
        yield Ending(above * teaches, mine, self.theirs.fill(target, high), self.hidden)
        yield Ending(hit, mine, self.theirs.lose(target).show(spy), self.hidden)

    def foresee_hideout(self, own: int, target: int) -> Iterator[Ending]:
        """Yield the endings of an attack from a hideout.

        After a miss the opponent must refill a hideout that held the same spy.
        """
        spy = self.hidden[own]
        assert spy is not None
        below, hit, above = self.find_answers(spy, target)
        values, left = self.theirs.open[target], self.in_play & ~(1 << spy)
        mine, theirs = self.mine.show(spy), self.theirs.show(spy)
        hidden = [None if place == own else each for place, each in enumerate(self.hidden)]
        yield Ending(hit, mine.fill(own, left), theirs.lose(target), hidden)
        for chance, narrowed in zip((below, above), split(values, spy), strict=True):
            after = theirs.fill(target, narrowed)
            matched = [self.chances[place][spy] if place != target else 0.0 for place in PLACES]
            for place in PLACES:
                refilled = after.fill(place, left) if after.open[place] else after
                yield Ending(chance * matched[place], mine.lose(own), refilled, hidden)
            yield Ending(chance * (1 - sum(matched)), mine.lose(own), after, hidden)

    def foresee_swap(self, own: int, token: int) -> Iterator[Ending]:
        """Yield the ending of a swap. To others, any spy in play may have been put in."""
        spy = self.hidden[own]
        assert spy is not None
        hidden = [None if place == own else each for place, each in enumerate(self.hidden)]
        mine = self.mine.show(spy).fill(own, self.in_play).put_decoy(token)
        yield Ending(1.0, mine, self.theirs, hidden)

    def find_answers(self, spy: int, target: int) -> tuple[float, float, float]:
        """Return the chances that the hidden spy is lower than, equal to and higher than `spy`."""
        row = self.chances[target]
        return sum(row[:spy]), row[spy], sum(row[spy + 1 :])


def _value_of(ending: Ending) -> float:
    mine, theirs = ending.mine, ending.theirs
    if DOWN in (mine.down, theirs.down):
        ahead = theirs.brought - mine.brought
        return ending.chance * (0.5 if ahead == 0 else float(ahead > 0))
    odds = -weigh(theirs, mine)
    for values, spy in zip(mine.open, ending.hidden, strict=True):
        if spy is not None:
            odds += OWN * (count_steps(values, spy) - _count_usual_steps(values))
    return ending.chance * (1 / (1 + exp(-odds)))


@cache
def _count_usual_steps(values: int) -> float:
    return sum(count_steps(values, spy) for spy in SPIES) / max(1, values.bit_count())


def _see_side(seen: Observation, seat: Seat) -> Side:
    row = seen.hideouts[seat]
    return Side(
        open=tuple(as_bits(each.possible) for each in row),
        decoys=tuple(0 if each.destroyed else each.tokens for each in row),
        down=sum(each.destroyed for each in row),
        lost=sum(each.tokens for each in row if each.destroyed),
    )


def _find_chances(seen: Observation, owner: Seat) -> list[list[float]]:
    """Return how likely each spy is in each hideout."""
    layouts = list_layouts(seen, owner)
    weights = weigh_layouts(seen.past, owner, layouts)
    total = sum(weights)
    chances = [[0.0] * len(SPIES) for _ in PLACES]
    for layout, weight in zip(layouts, weights, strict=True):
        for place, spy in enumerate(layout):
            if spy is not None:
                chances[place][spy] += weight / total
    return chances
