"""Golden records to spoil, and what is found wrong with them."""

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import call_command

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


@cache
def replay_once(title: str) -> tuple[tuple[dict[str, Any], tuple[Any, ...]], ...]:
    """Return every golden record of a title with the states before each move; nobody changes them."""
    return tuple((raw, replay(raw)[1]) for raw in read_once(title))


def find_move(title: str, wanted: Callable[[dict[str, Any], Any], Any]) -> tuple[dict[str, Any], int, Any]:
    """Return a record that may be changed, with the place of a person's move as wanted and the state before it."""
    for raw, states in replay_once(title):
        for number, (move, state) in enumerate(zip(raw["moves"], states, strict=True)):
            if move["by"] == "player" and wanted(move, state):
                return deepcopy(raw), number, state
    raise AssertionError("no golden game has such a move")


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


def verify(*arguments: object) -> tuple[int, list[str], list[str]]:
    """Return exit status, and the lines of standard output and of standard error, of `manage.py verify`."""
    written, complained, status = StringIO(), StringIO(), 0
    try:
        call_command("verify", *map(str, arguments), stdout=written, stderr=complained)
    except SystemExit as end:
        status = int(str(end.code))
    return status, written.getvalue().splitlines(), complained.getvalue().splitlines()


def write(path: Path, *lines: str | bytes) -> Path:
    path.write_bytes(b"".join((line.encode() if isinstance(line, str) else line) + b"\n" for line in lines))
    return path
