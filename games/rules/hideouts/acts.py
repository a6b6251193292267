from dataclasses import dataclass

from games.rules.engine.values import Seat

# The attacked spy is higher, lower or equal.
PLUS, MINUS, SUCCESS = "plus", "minus", "success"


@dataclass(frozen=True, slots=True)
class Attacked:
    """`own` is the hideout attacked from, None from the hand.

    After a failed attack from a hideout, `matched` is the defender's hideout with the same spy, None if that was in the
    hand.
    """

    seat: Seat
    spy: int
    own: int | None
    target: int
    answer: str
    matched: int | None = None


@dataclass(frozen=True, slots=True)
class Swapped:
    """`spy` left the hideout `own`, another went in, and a decoy next to `token`."""

    seat: Seat
    own: int
    spy: int
    token: int


@dataclass(frozen=True, slots=True)
class Refilled:
    seat: Seat
    own: int


Act = Attacked | Swapped | Refilled


def answer_attack(attacking: int, hidden: int) -> str:
    if hidden == attacking:
        return SUCCESS
    return PLUS if hidden > attacking else MINUS
