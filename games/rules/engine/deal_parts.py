"""The parts of a deal: what a title gives so that its deal can be committed to, and opened part by part."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.engine.values import Json


@dataclass(frozen=True, slots=True)
class Parts:
    """What chance decides in a title, in parts of which each can be opened without the others."""

    split: Callable[[Any], Mapping[str, Json]]
    """Return the parts of a deal by name. Names and their order follow from what all know: seats and options."""
    opened: Callable[[Any], Collection[str]]
    """Return the parts that all may see of an unfinished game in some state, once they agreed to open it."""
    text: str
    """What is sealed, in a sentence for players."""
