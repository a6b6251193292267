"""Programs that are killed: all of one ends, however short a time ago it was started, and starts again if wanted."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.torture.processes import START_LIMIT, Service, is_gone, wait_for_end, wait_until

SLEEP = [sys.executable, "-c", "import time; time.sleep(600)"]


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    made = Service("sleep", SLEEP, folder=tmp_path, environment=dict(os.environ))
    yield made
    made.end()


def test_what_was_started_a_moment_ago_is_killed_too(service: Service) -> None:
    for _ in range(3):
        service.start()
        killed = service.kill()
        wait_for_end(killed)
        assert killed
        assert all(map(is_gone, killed))
        wait_until(service.has_ended, START_LIMIT, "nothing is left of it")


def test_what_has_ended_starts_again_only_if_it_is_wanted(service: Service) -> None:
    assert service.start_again()
    assert not service.start_again(), "it runs"
    service.is_wanted = False
    service.kill()
    wait_until(service.has_ended, START_LIMIT, "nothing is left of it")
    assert not service.start_again()
    assert service.has_ended()
    service.is_wanted = True
    assert service.start_again()
