"""Every title there is: those of the registry, and those whose pages are still to come."""

from collections.abc import Mapping

import pytest

from games.rules import record, rendezvous
from games.rules.protocol import Json, Title
from games.rules.registry import TITLES

TO_COME: tuple[Title, ...] = (rendezvous,)
EVERY_TITLE: Mapping[str, Title] = {**TITLES, **{title.NAME: title for title in TO_COME}}
TYPED = {("rendezvous", "say"): ("word",), ("rendezvous", "guess"): ("password",)}
"""The moves of which there are more than can be listed, as title and type, and their fields that may be null."""


def is_typed(title: Title, move: Json) -> bool:
    """Tell whether a move is one of those of which a title offers only some."""
    return (title.NAME, title.dump_move(move)["type"]) in TYPED


def may_be_null(title: Title, move: Json, field: str) -> bool:
    """Tell whether a field of a move may be null, as the clock leaves it."""
    return field in TYPED.get((title.NAME, title.dump_move(move)["type"]), ())


@pytest.fixture
def every_title_verifies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let records of every title be verified."""
    monkeypatch.setattr(record, "TITLES", EVERY_TITLE)
