"""How long the torture waits: as long as the machine gives it, and not for ever."""

import os
import time
from itertools import count

import pytest

from tools.torture import processes
from tools.torture.processes import Stuck, slowdown, wait_until


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time that goes on by a second whenever it is read."""
    seconds = count()
    monkeypatch.setattr(time, "monotonic", lambda: float(next(seconds)))
    monkeypatch.setattr(time, "sleep", lambda duration: None)


def count_looks(monkeypatch: pytest.MonkeyPatch, busy: float) -> int:
    """Return how often is looked for what never comes about, within ten seconds of a machine so busy."""
    looks = count()
    monkeypatch.setattr(processes, "slowdown", lambda: busy)
    with pytest.raises(Stuck, match="what never comes: not within 10 s"):
        wait_until(lambda: next(looks) < 0, 10, "what never comes")
    return next(looks)


@pytest.mark.usefixtures("clock")
def test_a_busy_machine_is_given_as_much_longer_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    assert count_looks(monkeypatch, 1) == 11
    assert count_looks(monkeypatch, 8) == 81


def test_the_load_is_shared_by_the_processors_and_an_idle_machine_is_no_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    monkeypatch.setattr(os, "getloadavg", lambda: (20.0, 0.0, 0.0))
    assert slowdown() == 5
    monkeypatch.setattr(os, "getloadavg", lambda: (0.1, 0.0, 0.0))
    assert slowdown() == 1
