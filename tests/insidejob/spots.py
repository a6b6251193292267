"""Places in golden games at which a certain move was made, so that a test can put a wrong one there."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.rules.engine.errors import BadRecord
from games.rules.insidejob import NAME
from games.rules.insidejob.cards import CARDS, Card
from games.rules.insidejob.state import State
from games.rules.record import Replay
from tests.golden.features import read_golden
from tests.records.faults import find_fault, replay


@dataclass(frozen=True)
class Spot:
    """A move of a record, and the state in which it was made. `raw` may be changed as one likes."""

    raw: dict[str, Any]
    number: int
    state: State

    @property
    def move(self) -> dict[str, Any]:
        move: dict[str, Any] = self.raw["moves"][self.number]
        return move

    @property
    def seat(self) -> int:
        return int(self.move["seat"])

    @property
    def role(self) -> str:
        return self.state.deal.roles[self.seat]

    @property
    def hand(self) -> tuple[Card, ...]:
        return self.state.hands[self.seat]

    @property
    def led(self) -> str:
        """The led suit, or nothing for the leader."""
        return self.state.plays[0].card.suit if self.state.plays else ""

    @property
    def card(self) -> Card:
        return CARDS[self.move["card"]]

    @property
    def could_pay(self) -> bool:
        return self.state.options.wagers and self.state.intel[self.seat] > 0

    @property
    def is_hidden(self) -> bool:
        return self.seat not in self.state.revealed

    def change(self, **fields: Any) -> BadRecord | None:
        """Change fields of the move, and return what is found wrong."""
        self.move.update(fields)
        return find_fault(self.raw)


@cache
def replay_golden() -> tuple[tuple[dict[str, Any], Replay, tuple[Any, ...]], ...]:
    return tuple((raw, *replay(raw)) for raw in read_golden(NAME))


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
