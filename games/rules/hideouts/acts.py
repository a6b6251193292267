"""What everybody sees of a move: the public history of a game, in which nothing is hidden that could slip out."""

from dataclasses import dataclass

from games.rules.engine.values import Seat

PLUS, MINUS, SUCCESS = "plus", "minus", "success"
"""The answers to an attack: the spy attacked is higher, lower, or the same."""


@dataclass(frozen=True, slots=True)
class Attacked:
    """An attack with `spy` on the opponent's hideout `target`, and its answer.

    `own` is the hideout it came from, None from the hand. If it failed from a hideout, `matched` is the defender's
    hideout that their own spy of that value came out of, None if it was in their hand.
    """

    seat: Seat
    spy: int
    own: int | None
    target: int
    answer: str
    matched: int | None = None


@dataclass(frozen=True, slots=True)
class Swapped:
    """`spy` came out of the hideout `own`, something unseen went in, and a decoy was put beside the hideout `token`."""

    seat: Seat
    own: int
    spy: int
    token: int


@dataclass(frozen=True, slots=True)
class Refilled:
    """Something unseen went from the hand into the hideout `own`."""

    seat: Seat
    own: int


Act = Attacked | Swapped | Refilled


def answer_attack(attacking: int, hidden: int) -> str:
    """Return the truthful answer to an attack."""
    if hidden == attacking:
        return SUCCESS
    return PLUS if hidden > attacking else MINUS
