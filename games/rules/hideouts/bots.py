"""Bots that see an observation and nothing else: `random` does anything legal, `steady` deduces from the answers.

`gentle` attacks from the hand, anywhere where it may learn something; `expert` has a module of its own.

Every attack of `steady` from the hand teaches something, and every one from a hideout destroys a hideout; so two of
them end every game. `stand_in` keeps the seat of an absent player, who has secrets as any player has: to show the spy
that serves best tells that better ones are hidden. So it draws what it shows, and then looks where it may serve.
"""

from collections.abc import Mapping, Sequence

from games.rules.engine.values import STAND_IN, Bot, Chance
from games.rules.hideouts.acts import SUCCESS, answer_attack
from games.rules.hideouts.expert import play_expert
from games.rules.hideouts.moves import AttackFromHand, AttackFromHideout, Move, Swap
from games.rules.hideouts.observe import Observation, SeenHideout
from games.rules.hideouts.state import opponent_of

HIT = 2.0
"""What a destroyed hideout is worth, beside a narrowing that would leave nothing open."""
FROM_HIDEOUT_EVERY = 5
"""In turns of the game: how often a stand-in attacks from a hideout, which destroys one, so that games end."""


def play_random(seen: Observation, chance: Chance) -> Move:
    """Return any legal move, each as likely as the others."""
    return chance.choice(seen.legal)


def play_steady(seen: Observation, chance: Chance) -> Move:
    """Return a sensible move: hide and refill at random, and attack where most is to be hoped for."""
    moves = [move for move in seen.legal if not isinstance(move, Swap)]
    if not isinstance(moves[0], AttackFromHand):
        return chance.choice(moves)
    return choose_best(seen, moves, chance)


def play_gentle(seen: Observation, chance: Chance) -> Move:
    """Return a move of somebody who learns the game: an attack from the hand that tells something, or hits by luck."""
    moves = [move for move in seen.legal if not isinstance(move, Swap)]
    teaching = [move for move in moves if isinstance(move, AttackFromHand) and worth_of(seen, move) > 0]
    return chance.choice(teaching or moves)


def play_stand_in(seen: Observation, chance: Chance) -> Move:
    """Return a move that tells nothing but the spy it shows: any of the hand, now and then that of any hideout."""
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
    """Return the attack that promises most, of equal ones any."""
    worth = {attack: (worth_of(seen, attack), chance.random()) for attack in attacks}
    return max(worth, key=worth.__getitem__)


def worth_of(seen: Observation, move: Move) -> float:
    """Return what an attack promises."""
    assert seen.viewer is not None
    own, enemy = seen.hideouts[seen.viewer], seen.hideouts[opponent_of(seen.viewer)]
    match move:
        case AttackFromHand(_, spy, target):
            return worth_from_hand(spy, enemy[target].possible)
        case AttackFromHideout(_, place, target):
            return worth_from_hideout(own[place], enemy[target].possible)
    raise AssertionError("not an attack")


def worth_from_hand(spy: int, possible: tuple[int, ...]) -> float:
    """Return what an attack from the hand promises: a hit or a narrower choice. Nothing new is worth nothing at all."""
    answers = [answer_attack(spy, value) for value in possible]
    if len(set(answers)) == 1 and SUCCESS not in answers:
        return float("-inf")
    left = sum(answers.count(answer) for answer in answers if answer != SUCCESS)
    return HIT * answers.count(SUCCESS) / len(possible) + 1 - left / len(possible) ** 2


def worth_from_hideout(own: SeenHideout, possible: tuple[int, ...]) -> float:
    """Return what an attack from a hideout promises: a hit, or the loss of a hideout that may be known already."""
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
