"""Places in golden games at which a certain move was made, so that a test can put a wrong one there."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.rules.errors import BadRecord
from games.rules.insidejob.cards import CARDS, Card
from games.rules.insidejob.state import State
from games.rules.record import Replay, dump_line, verify_record
from games.rules.strict import read_json
from tests.golden.features import read_golden


@dataclass(frozen=True)
class Spot:
    """A move of a record, and the state in which it was made. `raw` may be changed as one likes."""

    raw: dict[str, Any]
    number: int
    state: State

    @property
    def move(self) -> dict[str, Any]:
        """The move as the record has it."""
        move: dict[str, Any] = self.raw["moves"][self.number]
        return move

    @property
    def seat(self) -> int:
        """Who makes it."""
        return int(self.move["seat"])

    @property
    def role(self) -> str:
        """The role of whoever makes it."""
        return self.state.deal.roles[self.seat]

    @property
    def hand(self) -> tuple[Card, ...]:
        """What whoever makes it holds."""
        return self.state.hands[self.seat]

    @property
    def led(self) -> str:
        """The led suit, or nothing for whoever leads."""
        return self.state.plays[0].card.suit if self.state.plays else ""

    @property
    def card(self) -> Card:
        """The card that is played."""
        return CARDS[self.move["card"]]

    @property
    def could_pay(self) -> bool:
        """Whether whoever plays has an intel, at a table with wagers."""
        return self.state.options.wagers and self.state.intel[self.seat] > 0

    @property
    def is_hidden(self) -> bool:
        """Whether the role of whoever makes it is."""
        return self.seat not in self.state.revealed

    def change(self, **fields: Any) -> BadRecord | None:
        """Change fields of the move, and return what is found wrong."""
        self.move.update(fields)
        return find_fault(self.raw)


@cache
def replay_golden() -> tuple[tuple[dict[str, Any], Replay, tuple[Any, ...]], ...]:
    """Return every golden game with its replay and the states before each move."""
    return tuple((raw, *replay(raw)) for raw in read_golden("insidejob"))


def replay(raw: dict[str, Any]) -> tuple[Replay, tuple[Any, ...]]:
    """Return the replay of a record and the states before each of its moves."""
    game = verify_record(raw)
    states = [game.title.start(game.options, game.deal)]
    for entry in game.entries[:-1]:
        states.append(game.title.apply(states[-1], entry.move))
    return game, tuple(states)


def spots(kind: str) -> Iterator[Spot]:
    """Yield the moves of a type that were chosen by people, in all golden games."""
    for raw, _, states in replay_golden():
        for number, move in enumerate(raw["moves"]):
            if move["type"] == kind and move["by"] == "player":
                yield Spot(raw, number, states[number])


def find_spot(kind: str, wanted: Callable[[Spot], Any] = lambda _: True) -> Spot:
    """Return the first move of a type that is as `wanted`, in a record that may be changed."""
    found = next(spot for spot in spots(kind) if wanted(spot))
    return Spot(deepcopy(found.raw), found.number, found.state)


def copy_golden(wanted: Callable[[dict[str, Any]], Any] = lambda _: True, seats: int = 4) -> dict[str, Any]:
    """Return a copy of the first golden record of so many seats that is as `wanted`."""
    return deepcopy(next(raw for raw, _, _ in replay_golden() if raw["seats"] == seats and wanted(raw)))


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
