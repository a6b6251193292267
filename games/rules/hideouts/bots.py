"""Bots, which see only an observation.

The best spy would reveal better hidden ones, so `stand_in` draws a spy first, then its best use.
"""

from collections.abc import Mapping, Sequence

from games.rules.engine.values import STAND_IN, Bot, Chance
from games.rules.hideouts.acts import SUCCESS, answer_attack
from games.rules.hideouts.expert import play_expert
from games.rules.hideouts.moves import AttackFromHand, AttackFromHideout, Move, Swap
from games.rules.hideouts.observe import Observation, SeenHideout
from games.rules.hideouts.state import opponent_of

# 1 is a full narrowing.
HIT = 2.0
# Turns between attacks from a hideout, so that games of stand-ins end.
FROM_HIDEOUT_EVERY = 5


def play_random(seen: Observation, chance: Chance) -> Move:
    return chance.choice(seen.legal)


def play_steady(seen: Observation, chance: Chance) -> Move:
    """Swap a spy that the opponent knows, unless a hit is sure."""
    moves = [move for move in seen.legal if not isinstance(move, Swap)]
    if not isinstance(moves[0], AttackFromHand):
        return chance.choice(moves)
    attack, swap = choose_best(seen, moves, chance), draw_swap(seen, chance)
    return swap if swap and worth_of(seen, attack) < HIT else attack


def draw_swap(seen: Observation, chance: Chance) -> Move | None:
    """The new spy is as unknown as can be, so the decoy goes next to it."""
    assert seen.viewer is not None
    own = seen.hideouts[seen.viewer]
    swaps = [
        move
        for move in seen.legal
        if isinstance(move, Swap) and len(own[move.own].possible) == 1 and move.token == move.own
    ]
    return chance.choice(swaps) if swaps else None


def play_gentle(seen: Observation, chance: Chance) -> Move:
    """Attack from the hand if that may teach something."""
    moves = [move for move in seen.legal if not isinstance(move, Swap)]
    teaching = [move for move in moves if isinstance(move, AttackFromHand) and worth_of(seen, move) > 0]
    return chance.choice(teaching or moves)


def play_stand_in(seen: Observation, chance: Chance) -> Move:
    if not any(isinstance(move, AttackFromHand) for move in seen.legal):
        return chance.choice(seen.legal)
    if seen.turn % FROM_HIDEOUT_EVERY:
        spy = chance.choice(seen.hand)
        from_hand = [move for move in seen.legal if isinstance(move, AttackFromHand) and move.spy == spy]
        return choose_best(seen, from_hand, chance)
    from_hideouts = [move for move in seen.legal if isinstance(move, AttackFromHideout)]
    own = chance.choice(from_hideouts).own
    return choose_best(seen, [move for move in from_hideouts if move.own == own], chance)


def choose_best(seen: Observation, attacks: Sequence[Move], chance: Chance) -> Move:
    worth = {attack: (worth_of(seen, attack), chance.random()) for attack in attacks}
    return max(worth, key=worth.__getitem__)


def worth_of(seen: Observation, move: Move) -> float:
    assert seen.viewer is not None
    own, enemy = seen.hideouts[seen.viewer], seen.hideouts[opponent_of(seen.viewer)]
    match move:
        case AttackFromHand(_, spy, target):
            return worth_from_hand(spy, enemy[target].possible)
        case AttackFromHideout(_, place, target):
            return worth_from_hideout(own[place], enemy[target].possible)
    raise AssertionError("not an attack")


def worth_from_hand(spy: int, possible: tuple[int, ...]) -> float:
    """-inf if nothing is new."""
    answers = [answer_attack(spy, value) for value in possible]
    if len(set(answers)) == 1 and SUCCESS not in answers:
        return float("-inf")
    left = sum(answers.count(answer) for answer in answers if answer != SUCCESS)
    return HIT * answers.count(SUCCESS) / len(possible) + 1 - left / len(possible) ** 2


def worth_from_hideout(own: SeenHideout, possible: tuple[int, ...]) -> float:
    """A miss loses a hideout, which may be known already."""
    assert own.spy is not None
    hit = (own.spy in possible) / len(possible)
    exposed = 1 / len(own.possible)
    return HIT * (hit - (1 - hit) * (1 + own.tokens) * (1 - exposed)) + exposed


BOTS: Mapping[str, Bot] = {
    "random": play_random,
    "gentle": play_gentle,
    "steady": play_steady,
    "expert": play_expert,
    STAND_IN: play_stand_in,
}
