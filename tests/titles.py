"""Every title there is: those of the registry, and those whose pages are still to come."""

from collections.abc import Mapping

import pytest

from games.rules import record
from games.rules.protocol import Title
from games.rules.registry import TITLES

TO_COME: tuple[Title, ...] = ()
EVERY_TITLE: Mapping[str, Title] = {**TITLES, **{title.NAME: title for title in TO_COME}}


@pytest.fixture
def every_title_verifies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let records of every title be verified."""
    monkeypatch.setattr(record, "TITLES", EVERY_TITLE)
