"""Waking hours: time passes within them, in any zone, over changes of the clocks and of the law."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.availability.waking_hours import DAY, NOTHING, Hours, postpone

HOUR = timedelta(hours=1)
PARIS = Hours("Europe/Paris", 7, 23)


def at(text: str, zone: str = "Europe/Paris") -> datetime:
    """Return a moment by the clocks of a zone."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


ZONES = [
    "Europe/Paris", "America/Toronto", "Pacific/Noumea", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia", "UTC",
]  # fmt: skip
MOMENTS = st.timedeltas(NOTHING, timedelta(days=5700)).map(lambda time: datetime(2011, 11, 1, tzinfo=UTC) + time)
"""Among them: a day that Samoa left out, and changes of the law in many places."""
TIMES = st.timedeltas(NOTHING, timedelta(days=9))
HOURS = st.builds(
    lambda zone, opens, length: Hours(zone, opens, (opens + length) % 24),
    st.sampled_from(ZONES),
    st.integers(0, 23),
    st.integers(8, 24),
)


@pytest.mark.parametrize(
    ("asked", "due"),
    [
        ("2026-11-20 15:00", "2026-11-21 15:00"),
        # Asleep until seven.
        ("2026-11-21 02:00", "2026-11-21 23:00"),
        ("2026-11-21 23:30", "2026-11-22 23:00"),
        # Both changes of the clocks.
        ("2026-03-28 15:00", "2026-03-29 15:00"),
        ("2026-10-24 15:00", "2026-10-25 15:00"),
    ],
)
def test_a_day_is_one_waking_window(asked: str, due: str) -> None:
    assert PARIS.add(at(asked), PARIS.scale(DAY)) == at(due)


def test_a_night_worker_is_awake_over_midnight() -> None:
    night = Hours("Europe/Paris", 18, 4)
    assert night.add(at("2026-05-05 03:00"), 2 * HOUR) == at("2026-05-05 19:00")
    assert night.count(at("2026-05-05 03:00"), at("2026-05-05 19:00")) == 2 * HOUR


def test_a_day_that_a_zone_left_out_is_no_day() -> None:
    samoa = Hours("Pacific/Apia", 7, 23)
    # There was no 30 December 2011.
    due = samoa.add(at("2011-12-29 15:00", samoa.zone), samoa.scale(DAY))
    assert due == at("2011-12-31 15:00", samoa.zone)


def test_no_time_passes_while_one_is_away() -> None:
    away = Hours("Europe/Paris", 7, 23, ((at("2026-05-08 12:00"), at("2026-05-11 07:00")),))
    assert away.add(at("2026-05-08 10:00"), away.scale(DAY)) == at("2026-05-11 21:00")
    assert away.add(at("2026-05-09 10:00"), HOUR) == at("2026-05-11 08:00")


@given(HOURS, MOMENTS, TIMES)
def test_what_is_added_is_counted_and_taken_again(hours: Hours, moment: datetime, time: timedelta) -> None:
    due = hours.add(moment, time)
    assert hours.count(moment, due) == time
    assert due >= moment + time
    since = hours.take(due, time)
    assert hours.count(since, due) == time
    assert since >= moment or not time


@given(HOURS, MOMENTS, st.lists(TIMES, max_size=6))
def test_the_bound_holds_for_one_asked_again_and_again(hours: Hours, moment: datetime, times: list[timedelta]) -> None:
    end = moment
    for time in times:
        end = hours.add(end, time)
    longest = hours.bound(sum(times, NOTHING), len(times))
    assert end <= moment + longest + hours.bound_changes(moment, moment + longest)


@given(st.lists(HOURS, min_size=1, max_size=3), MOMENTS, TIMES, TIMES, TIMES)
def test_nobody_loses_waking_time_by_a_pause(
    everybody: list[Hours], moment: datetime, time: timedelta, until: timedelta, gap: timedelta
) -> None:
    due, pause = moment + until, (moment + time, moment + time + gap)
    later = postpone(due, pause, everybody)
    assert later >= due
    for hours in everybody:
        before, after = hours.count(moment, min(due, pause[0])), hours.count(pause[1], later)
        assert before + after >= hours.count(moment, due)
