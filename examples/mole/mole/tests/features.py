"""What a record of Mole shows of its rules: the golden games, together, must show all of it."""

from collections.abc import Iterator
from typing import Any

from mole.rules import TITLE as mole

REFUSED: tuple[str, ...] = ()
PLAYERS = (mole.BOTS["random"],)
REQUIRED: frozenset[Any] = frozenset(
    [
        *(("ends", reason) for reason in mole.TEXTS.reasons),
        *(("made", chooser, "name") for chooser in ("player", "bot", "clock")),
        *(("seats", seats) for seats in mole.SEATS),
    ]
)


def name_features(record: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """Yield what a record shows."""
    yield "ends", record["result"]["reason"]
    yield "seats", record["seats"]
    yield from (("made", line["by"], line["type"]) for line in record["moves"])


def name_tables(number: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield a table of each size."""
    yield from ((seats, {}) for seats in mole.SEATS)
