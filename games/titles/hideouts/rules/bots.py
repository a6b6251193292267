"""Bots, which see only an observation.

`stand_in` draws a spy at random and then makes the best use of it. If it chose the best spy, the choice would give
better spies away as hidden.
"""

from collections.abc import Mapping, Sequence

from games.rules.engine.values import STAND_IN, Bot, Chance
from games.titles.hideouts.rules.acts import SUCCESS, answer_attack
from games.titles.hideouts.rules.expert import play_expert
from games.titles.hideouts.rules.moves import AttackFromHand, AttackFromHideout, Move, Swap
from games.titles.hideouts.rules.observe import Observation, SeenHideout
from games.titles.hideouts.rules.state import opponent_of

# The worth of a hit, where 1 is the worth of narrowing a hideout down to one spy.
HIT = 2.0
# A stand-in attacks from a hideout once in so many turns, because games of two stand-ins must end.
FROM_HIDEOUT_EVERY = 5


def _play_random(seen: Observation, chance: Chance) -> Move:
    return chance.choice(seen.legal)


def _play_steady(seen: Observation, chance: Chance) -> Move:
    """Make the best attack, unless a spy that the opponent knows should rather be swapped.

    The bot swaps only if no hit is sure.
    """
    moves = [move for move in seen.legal if not isinstance(move, Swap)]
    if not isinstance(moves[0], AttackFromHand):
        return chance.choice(moves)
    attack, swap = _choose_best(seen, moves, chance), _draw_swap(seen, chance)
    return swap if swap and _worth_of(seen, attack) < HIT else attack


def _draw_swap(seen: Observation, chance: Chance) -> Move | None:
    """Draw a swap of a spy that the opponent knows, or return None if every spy is still secret.

    The opponent knows nothing of the new spy, so the decoy goes next to its hideout.
    """
    assert seen.viewer is not None
    own = seen.hideouts[seen.viewer]
    swaps = [
        move
        for move in seen.legal
        if isinstance(move, Swap) and len(own[move.own].possible) == 1 and move.token == move.own
    ]
    return chance.choice(swaps) if swaps else None


def _play_gentle(seen: Observation, chance: Chance) -> Move:
    """Attack from the hand if that may teach something, else make any attack."""
    moves = [move for move in seen.legal if not isinstance(move, Swap)]
    teaching = [move for move in moves if isinstance(move, AttackFromHand) and _worth_of(seen, move) > 0]
    return chance.choice(teaching or moves)


def _play_stand_in(seen: Observation, chance: Chance) -> Move:
    if not any(isinstance(move, AttackFromHand) for move in seen.legal):
        return chance.choice(seen.legal)
    if seen.turn % FROM_HIDEOUT_EVERY:
        spy = chance.choice(seen.hand)
        from_hand = [move for move in seen.legal if isinstance(move, AttackFromHand) and move.spy == spy]
        return _choose_best(seen, from_hand, chance)
    from_hideouts = [move for move in seen.legal if isinstance(move, AttackFromHideout)]
    own = chance.choice(from_hideouts).own
    return _choose_best(seen, [move for move in from_hideouts if move.own == own], chance)


def _choose_best(seen: Observation, attacks: Sequence[Move], chance: Chance) -> Move:
    worth = {attack: (_worth_of(seen, attack), chance.random()) for attack in attacks}
    return max(worth, key=worth.__getitem__)


def _worth_of(seen: Observation, move: Move) -> float:
    assert seen.viewer is not None
    own, enemy = seen.hideouts[seen.viewer], seen.hideouts[opponent_of(seen.viewer)]
    match move:
        case AttackFromHand(_, spy, target):
            return _worth_from_hand(spy, enemy[target].possible)
        case AttackFromHideout(_, place, target):
            return _worth_from_hideout(own[place], enemy[target].possible)
    raise AssertionError("not an attack")


def _worth_from_hand(spy: int, possible: tuple[int, ...]) -> float:
    """Return how much an attack may teach. It is -inf if the answer is known beforehand."""
    answers = [answer_attack(spy, value) for value in possible]
    if len(set(answers)) == 1 and SUCCESS not in answers:
        return float("-inf")
    left = sum(answers.count(answer) for answer in answers if answer != SUCCESS)
    return HIT * answers.count(SUCCESS) / len(possible) + 1 - left / len(possible) ** 2


def _worth_from_hideout(own: SeenHideout, possible: tuple[int, ...]) -> float:
    """Return the worth of an attack with a hidden spy.

    A miss loses the hideout, which costs less if its spy is known already.
    """
    assert own.spy is not None
    hit = (own.spy in possible) / len(possible)
    exposed = 1 / len(own.possible)
    return HIT * (hit - (1 - hit) * (1 + own.tokens) * (1 - exposed)) + exposed


BOTS: Mapping[str, Bot] = {
    "random": _play_random,
    "gentle": _play_gentle,
    "steady": _play_steady,
    "expert": play_expert,
    STAND_IN: _play_stand_in,
}
