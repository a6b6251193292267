"""The parts of a deal. The site commits to all parts together, and each can be opened separately."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.engine.values import Json


@dataclass(frozen=True, slots=True)
class Parts:
    # Splits a deal into named parts. The names and their order must depend only on the number of seats and the options,
    # because they are public.
    split: Callable[[Any], Mapping[str, Json]]
    # Returns the names of the parts that the players of an unfinished game may agree to open.
    opened: Callable[[Any], Collection[str]]
    text: str
