"""A whole game told, and the marks in what is told."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import CLOCK, STAND_IN, Entry, Event, Seat

MARKS = {"by_clock": CLOCK, "by_stand_in": STAND_IN}


def fold_all(title: AnyTitle, start: Any, log: Sequence[Entry]) -> list[Any]:
    return [*accumulate((entry.move for entry in log), title.apply, initial=start)]


def marks_in(events: Sequence[Event]) -> list[tuple[Seat, str]]:
    return [(int(event.params["player"].value), MARKS[event.code]) for event in events if event.code in MARKS]  # type: ignore[union-attr]
