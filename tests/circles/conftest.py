"""Time stands still on the Sunday before a weekly table opens."""

from collections.abc import Iterator

import pytest
import time_machine

from tests.circles.times import SUNDAY_NIGHT


@pytest.fixture
def now() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(SUNDAY_NIGHT, tick=False) as traveller:
        yield traveller
