"""The periodic tasks run at every hour, also when clocks change."""

from datetime import datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
import time_machine
from celery.beat import ScheduleEntry

from insidejob.celery import app
from tests.rounds import one_in

PARIS, HOUR = ZoneInfo("Europe/Paris"), timedelta(hours=1)
SELDOM = [name for name, entry in app.conf.beat_schedule.items() if entry["schedule"] != 10.0]


@pytest.mark.parametrize("day", [datetime(2026, 10, 25, 12, tzinfo=PARIS), datetime(2027, 3, 28, 12, tzinfo=PARIS)])
@pytest.mark.parametrize("name", one_in(3, SELDOM))
def test_no_run_is_left_out_when_clocks_change(name: str, day: datetime) -> None:
    begin, runs = day.timestamp() - 18 * HOUR.total_seconds(), []
    with time_machine.travel(begin, tick=False) as traveller:
        entry = ScheduleEntry(name, schedule=app.conf.beat_schedule[name]["schedule"], app=app)
        for minute in range(18 * 60):
            traveller.move_to(begin + 60 * minute)
            if entry.is_due()[0]:
                runs.append(minute)
                entry = next(entry)
    gaps = {later - earlier for earlier, later in pairwise(runs)}
    assert len(gaps) == 1, "minutes between two runs"
    assert gaps.pop() <= HOUR // timedelta(minutes=1)
