"""The parts of a deal, to commit to and open one by one."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.engine.values import Json


@dataclass(frozen=True, slots=True)
class Parts:
    # Names and order must depend on public facts only: seats and options.
    split: Callable[[Any], Mapping[str, Json]]
    # What players of an unfinished game may agree to open.
    opened: Callable[[Any], Collection[str]]
    text: str
