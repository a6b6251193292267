"""What Mole gives to the world swap: what can be known of its games, and worlds that agree with it."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from games.rules.engine.values import Seat, Term
from mole.rules import DIGGER, Name, State
from mole.rules import TITLE as mole
from tests.rules.drawing import draw_options
from tests.rules.worlds import Fields, Log, World

TITLE = mole
SECRETS = ("roles",)
SHARES = {"viewer: public": 0.02, "viewer: digger": 0.0, "viewer: agent": 0.02}
RARE = ()
TYPED: dict[str, tuple[str, ...]] = {}
COMBINED: tuple[str, ...] = ()
HIDES_ROLES = True


def draw_table(chance: Random) -> tuple[tuple[()], int]:
    """Return a table of any size."""
    seats = chance.choice(mole.SEATS)
    return draw_options(mole, seats, chance), seats


def knows(state: State, log: Log, viewer: Seat | None) -> Any:
    """Return who was named, the own role, and all of them at the end."""
    is_over = len(log) == len(state.deal)
    own = None if viewer is None else state.deal[viewer]
    return [entry.move for entry in log], own, state.deal if is_over else None


def imagine(state: State, log: Log, foreseen: Log, viewer: Seat | None, chance: Random) -> World:
    """Return a world where the roles of the others are dealt to them in another way."""
    if len(log) == len(state.deal):
        return World(state.deal, log)
    others = [seat for seat in range(len(state.deal)) if seat != viewer]
    dealt, roles = list(state.deal), chance.sample([state.deal[seat] for seat in others], len(others))
    for seat, role in zip(others, roles, strict=True):
        dealt[seat] = role
    return World(tuple(dealt), log)


def swap_roles(state: State, seat: Seat) -> Iterator[State]:
    """Yield the same game with the role of a seat exchanged for another's."""
    for other, role in enumerate(state.deal):
        if role != state.deal[seat]:
            dealt = list(state.deal)
            dealt[seat], dealt[other] = role, dealt[seat]
            yield replace(state, deal=tuple(dealt))
            return


def differing_secrets(state: State, log: Log, other: World) -> set[str]:
    """Return whether the roles differ."""
    return {"roles"} if other.deal != state.deal else set()


def list_facts(state: State, viewer: Seat | None) -> list[str]:
    """Return what kind of viewer it is."""
    return ["viewer: public" if viewer is None else f"viewer: {state.deal[viewer]}"]


def attempts(state: State, seat: Seat, dice: Random) -> list[Name]:
    """Return moves that `seat` might try, legal or not."""
    return [Name(seat, at) for at in range(len(state.deal) + 1)]


def opens(before: State, after: State, viewer: Seat | None) -> bool:
    """Tell whether the game ends."""
    return mole.outcome(after) is not None


def find_forgotten(received: Any, state: State, viewer: Seat | None) -> str | None:
    """Return nothing: what was ever in sight stays in sight."""
    return None


def list_hidden(state: State, viewer: Seat | None) -> list[Term]:
    """Return the role that may not be named to those who have another."""
    is_told = mole.outcome(state) or (viewer is not None and state.deal[viewer] == DIGGER)
    return [] if is_told else [Term("role", DIGGER)]


def write_form(move: Name) -> Fields:
    """Return the fields of a form that sends a move."""
    return {"at": str(move.at)}


def draw_forms(chance: Random) -> list[Fields]:
    """Return fields of forms filled in blindly."""
    return [{"at": str(chance.randrange(9))}, {"at": "x"}]
