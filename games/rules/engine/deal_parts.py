"""The parts of a deal, so that the site can commit to it and open it part by part."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.engine.values import Json


@dataclass(frozen=True, slots=True)
class Parts:
    # The parts by name. Names and order depend on public facts only: seats and options.
    split: Callable[[Any], Mapping[str, Json]]
    # The parts that may be shown of an unfinished game once its players agreed to open it.
    opened: Callable[[Any], Collection[str]]
    text: str
