"""A machine with a wall clock that can be set, and one that counts since its start."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from games.state import wall_clock
from games.tables.services import deadlines

START = datetime(2026, 3, 2, 22, tzinfo=UTC)
BEAT, SECOND = timedelta(seconds=10), timedelta(seconds=1)


@dataclass
class Machine:
    """A machine with a wall clock and one that counts since its start."""

    traveller: time_machine.Traveller
    patch: pytest.MonkeyPatch
    seconds: float = 1000.0

    def live(self, pause: timedelta, *, sweeps: bool = False) -> None:
        """Let `pause` pass. The site sweeps every `BEAT` meanwhile if `sweeps` is true."""
        for step in [BEAT] * int(pause / BEAT) if sweeps else [pause]:
            self.traveller.shift(step)
            self.seconds += step.total_seconds()
            if sweeps:
                deadlines.sweep()

    def set_clock(self, by: timedelta) -> None:
        """Set the wall clock forward or back. The time since the machine's start stays as it is."""
        self.traveller.shift(by)

    def restart(self) -> None:
        self.seconds = 5.0
        self.patch.setattr(wall_clock, "BOOT", f"{wall_clock.BOOT}+")
