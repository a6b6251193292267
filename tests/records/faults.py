"""Golden records to spoil, and what is found wrong with them."""

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

from games.rules.engine.errors import BadRecord
from games.rules.engine.strict_json import read_json
from games.rules.record import Replay, dump_line, verify_record
from tests.golden.features import read_golden


def replay(raw: dict[str, Any]) -> tuple[Replay, tuple[Any, ...]]:
    """Return the replay of a record and the states before each of its moves."""
    game = verify_record(raw)
    states = [game.title.start(game.options, game.deal, game.state.rules)]
    for entry in game.entries[:-1]:
        states.append(game.title.apply(states[-1], entry.move))
    return game, tuple(states)


def copy_golden(
    wanted: Callable[[dict[str, Any]], Any] = lambda _: True, seats: int = 4, title: str = "insidejob"
) -> dict[str, Any]:
    """Return a copy of the first golden record of `seats` seats that is as `wanted`."""
    return deepcopy(next(raw for raw in read_once(title) if raw["seats"] == seats and wanted(raw)))


@cache
def read_once(title: str) -> tuple[dict[str, Any], ...]:
    """Return the golden records of a title; nobody changes them."""
    return tuple(read_golden(title))


def find_fault(raw: Any) -> BadRecord | None:
    """Return what is found wrong with a record that was written and read, or None."""
    try:
        verify_record(read_json(dump_line(raw).encode()))
    except BadRecord as fault:
        return fault
    return None


def is_at(fault: BadRecord | None, where: str, why: str) -> bool:
    """Tell whether a fault was found there, in words that hold `why`; complain with what was found else."""
    assert fault is not None, "nothing was found"
    assert fault.where == where, fault
    assert why in fault.why, fault
    return True
