"""The machine of the tests that set its clock."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import time_machine

from games.state import wall_clock
from games.tables.services import deadlines
from tests.games.machine import START, Machine


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Machine]:
    """A machine at START, on which the site has just swept. No network has told it the time."""
    with time_machine.travel(START, tick=False) as traveller:
        machine = Machine(traveller, monkeypatch)
        monkeypatch.setattr(wall_clock, "find_start", lambda now: now.timestamp() - machine.seconds)
        monkeypatch.setattr(wall_clock, "SYNCHRONIZED", tmp_path / "synchronized")
        deadlines.sweep()
        yield machine
