from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.rules.engine.errors import MalformedMove
from games.rules.engine.values import Json, Seat
from games.titles.hideouts.rules.material import PLACES

# Moves are not named tuples, because attacks of two kinds with the same numbers would be equal.


@dataclass(frozen=True, slots=True)
class Hide:
    """A hiding: the three spies go into the hideouts, from left to right."""

    seat: Seat
    spies: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AttackFromHand:
    seat: Seat
    spy: int
    target: int


@dataclass(frozen=True, slots=True)
class AttackFromHideout:
    seat: Seat
    own: int
    target: int


@dataclass(frozen=True, slots=True)
class Refill:
    seat: Seat
    spy: int


@dataclass(frozen=True, slots=True)
class Swap:
    """A swap: show the spy in the hideout `own`, put `spy` in, and a decoy next to the hideout `token`."""

    seat: Seat
    own: int
    spy: int
    token: int


HIDE, TURN, REFILL = "hide", "turn", "refill"
# In a form `door-1` stands for the spy in the player's centre hideout.
DOOR = "door-"
Move = Hide | AttackFromHand | AttackFromHideout | Refill | Swap


def dump_move(move: Move) -> dict[str, Json]:
    match move:
        case Hide(_, spies):
            return {"type": "hide", "spies": list(spies)}
        case AttackFromHand(_, spy, target):
            return {"type": "attack", "from": "hand", "spy": spy, "target": target}
        case AttackFromHideout(_, own, target):
            return {"type": "attack", "from": "hideout", "own": own, "target": target}
        case Refill(_, spy):
            return {"type": "refill", "spy": spy}
        case Swap(_, own, spy, token):
            return {"type": "swap", "own": own, "spy": spy, "token": token}


def load_move(seat: Seat, raw: Mapping[str, Json]) -> Move:
    """Read a move as `dump_move` writes it. Raises `MalformedMove`."""
    kind = (raw.get("type"), raw.get("from"))
    if kind == ("hide", None) and raw.keys() == {"type", "spies"} and isinstance(raw["spies"], list):
        return Hide(seat, _read_numbers(raw["spies"]))
    names = FIELDS.get(kind) if all(isinstance(name, str | None) for name in kind) else None
    if names is None or raw.keys() != {"type", *names, *(["from"] if kind[1] else [])}:
        raise MalformedMove("malformed")
    numbers = _read_numbers([raw[name] for name in names])
    match kind:
        case ("attack", "hand"):
            return AttackFromHand(seat, *numbers)
        case ("attack", "hideout"):
            return AttackFromHideout(seat, *numbers)
        case ("swap", None):
            return Swap(seat, *numbers)
    return Refill(seat, *numbers)


# The fields of a move in JSON, by its type and by where an attack comes from.
FIELDS: Mapping[tuple[Json, Json], tuple[str, ...]] = {
    ("attack", "hand"): ("spy", "target"),
    ("attack", "hideout"): ("own", "target"),
    ("refill", None): ("spy",),
    ("swap", None): ("own", "spy", "token"),
}


def _read_numbers(values: Sequence[Json]) -> tuple[int, ...]:
    """Return the values if all are integers.

    JSON's `true` and `1.0` are refused, although Python takes them for 1. Raises `MalformedMove`.
    """
    if not all(type(value) is int for value in values):
        raise MalformedMove("malformed")
    return tuple(values)


def read_choice(seat: Seat, kind: str, fields: Mapping[str, Sequence[str]]) -> tuple[Move, ...]:
    """Parse a form.

    A form for `hide` has the fields `spy0`, `spy1` and `spy2`, one for `refill` has `spy`. One for `turn` has `spy` (or
    `door-N`) and `target` or, if `action` is `swap`, `own`, `spy` and `token`.
    """
    if kind == HIDE:
        return (Hide(seat, tuple(_read_field(fields, f"spy{place}", "hide_three") for place in PLACES)),)
    if kind == REFILL:
        return (Refill(seat, _read_field(fields, "spy", "no_spy")),)
    if "swap" in fields.get("action", ()):
        own, spy = _read_field(fields, "own", "no_own"), _read_field(fields, "spy", "no_spy")
        return (Swap(seat, own, spy, _read_field(fields, "token", "no_token")),)
    return (_read_attack(seat, fields),)


def _read_attack(seat: Seat, fields: Mapping[str, Sequence[str]]) -> AttackFromHand | AttackFromHideout:
    """Parse the form of an attack. Raises `MalformedMove`."""
    name = next(iter(fields.get("spy", ())), "")
    if name.startswith(DOOR):
        own = _read_field({"own": [name.removeprefix(DOOR)]}, "own", "no_own")
        return AttackFromHideout(seat, own, _read_field(fields, "target", "no_target"))
    spy = _read_field(fields, "spy", "no_spy")
    return AttackFromHand(seat, spy, _read_field(fields, "target", "no_target"))


def _read_field(fields: Mapping[str, Sequence[str]], name: str, missing: str) -> int:
    try:
        return int(fields[name][0])
    except (KeyError, IndexError, ValueError):
        raise MalformedMove(missing) from None
