"""What golden games show: in a module of each title, what a record shows of its rules, and what must be shown."""

from collections.abc import Collection, Iterator
from typing import Any, Protocol, cast

from games.rules.engine.strict_json import read_json
from games.rules.engine.values import Bot
from games.rules.registry import TITLES
from tests.titles import find_module, list_golden


class Features(Protocol):
    """What each title declares about its golden games."""

    @property
    def REQUIRED(self) -> Collection[Any]:  # noqa: N802
        """What they must show, together; ways of ending as `("ends", reason)`, movers as `("made", by, type)`."""

    @property
    def REFUSED(self) -> Collection[str]:  # noqa: N802
        """Why wrong moves in their place are refused, at least.

        `not_by_clock` stands for a move that a player may make and the clock never does, where there are such moves.
        """

    @property
    def PLAYERS(self) -> tuple[Bot, ...]:  # noqa: N802
        """How those who play them choose, all alike in a round and the next way in the next."""

    def name_features(self, record: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
        """Yield what a record shows."""

    def name_tables(self, number: int) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the tables, as seats and options, at which to look for golden games in round `number`."""


def features_of(title: str) -> Features:
    """Return what a title says of its golden games. Raises `AssertionError` where it says nothing."""
    found = find_module(title, "features")
    assert found, f"{title} has no tests/features.py in its folder"
    return cast(Features, found)


def read_golden(*titles: str) -> list[dict[str, Any]]:
    """Return the golden games of these titles, or of all that the house holds, for every version of their rules."""
    return [
        read_json(line)
        for title in titles or TITLES
        for path in list_golden(title)
        for line in path.read_bytes().splitlines()
    ]
