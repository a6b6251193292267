from dataclasses import dataclass

from games.rules.engine.values import Seat

# The answer to an attack: the attacked spy is higher, lower or equal.
PLUS, MINUS, SUCCESS = "plus", "minus", "success"


@dataclass(frozen=True, slots=True)
class Attacked:
    """An attack with the spy `spy`.

    `own` is the hideout from which the spy attacked, None for the hand. After a failed attack from a hideout, `matched`
    is the defender's hideout with the same spy, or None if that spy was in the hand.
    """

    seat: Seat
    spy: int
    own: int | None
    target: int
    answer: str
    matched: int | None = None


@dataclass(frozen=True, slots=True)
class Swapped:
    """A swap: `spy` left the hideout `own`, another spy went in, and a decoy was put next to the hideout `token`."""

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
