"""Weekly times over clock changes, and seasons."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from games.clock.weekly import (
    MAX_SEASON_MONTHS,
    WEEK,
    Season,
    Weekly,
    _add_months,
    change_length,
    find_season,
    list_seasons,
)

MONDAY, SATURDAY, SUNDAY = 0, 5, 6
PARIS, NOUMEA, SANTIAGO = "Europe/Paris", "Pacific/Noumea", "America/Santiago"


def local(moment: datetime, zone: str) -> str:
    """Return a time of the week, as a clock in `zone` shows it."""
    return f"{moment.astimezone(ZoneInfo(zone)):%a %H:%M}"


def follow(weekly: Weekly, since: datetime, weeks: int) -> list[datetime]:
    times = [weekly.find_next(since)]
    while len(times) < weeks:
        times.append(weekly.find_next(times[-1]))
    return times


@pytest.mark.parametrize("zone", [PARIS, NOUMEA, SANTIAGO, "America/New_York", "Asia/Kathmandu"])
@pytest.mark.parametrize("weekday", range(7))
def test_a_clock_on_the_wall_shows_the_same_time_every_week_of_a_year(zone: str, weekday: int) -> None:
    times = follow(Weekly(weekday, time(9), zone), datetime(2026, 1, 1, tzinfo=UTC), 60)
    assert len({local(moment, zone) for moment in times}) == 1
    assert all(abs(later - earlier - WEEK) <= timedelta(hours=1) for earlier, later in pairwise(times))
    assert {moment.astimezone(ZoneInfo(zone)).weekday() for moment in times} == {weekday}


def test_a_time_that_does_not_exist_moves_forward_that_week_alone() -> None:
    times = follow(Weekly(SUNDAY, time(2, 30), PARIS), datetime(2026, 3, 20, tzinfo=UTC), 3)
    assert [local(moment, PARIS) for moment in times] == ["Sun 02:30", "Sun 03:30", "Sun 02:30"]
    assert times[1] == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)


def test_of_a_time_that_occurs_twice_the_first_counts_and_the_second_does_not() -> None:
    weekly = Weekly(SUNDAY, time(2, 30), PARIS)
    first, later = follow(weekly, datetime(2026, 10, 20, tzinfo=UTC), 2)
    assert first == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert later == datetime(2026, 11, 1, 1, 30, tzinfo=UTC)
    between = weekly.find_next(datetime(2026, 10, 25, 1, tzinfo=UTC))
    assert between == later, "the second 2:30 of that night is no other one"


def test_a_midnight_that_does_not_exist_moves_forward() -> None:
    # Chile's clocks go from 24:00 to 1:00 on Saturday night.
    times = follow(Weekly(SUNDAY, time(0), SANTIAGO), datetime(2026, 9, 1, tzinfo=UTC), 2)
    assert [local(moment, SANTIAGO) for moment in times] == ["Sun 01:00", "Sun 00:00"]


@pytest.mark.parametrize("seconds", [0, 1, -1])
def test_the_next_time_is_always_later(seconds: int) -> None:
    weekly, moment = Weekly(MONDAY, time(9), PARIS), datetime(2026, 3, 2, 8, tzinfo=UTC)
    found = weekly.find_next(moment + timedelta(seconds=seconds))
    assert found == (moment if seconds < 0 else moment + WEEK)


def test_a_season_begins_where_the_one_before_ends() -> None:
    seasons = list(list_seasons([(date(2025, 11, 1), 3)], date(2026, 8, 15)))
    assert [season.code for season in seasons] == ["2025-11", "2026-02", "2026-05", "2026-08"]
    assert all(earlier.end == later.first for earlier, later in pairwise(seasons))
    assert seasons[0].last == date(2026, 1, 31)
    assert seasons[0].span == (datetime(2025, 11, 1, tzinfo=UTC), datetime(2026, 2, 1, tzinfo=UTC))


def test_a_new_length_holds_from_the_next_season_and_changes_no_earlier_one() -> None:
    lengths = [(date(2026, 1, 1), 3)]
    changed = change_length(lengths, 1, date(2026, 5, 10))
    assert changed == [(date(2026, 1, 1), 3), (date(2026, 7, 1), 1)]
    codes = [season.code for season in list_seasons(changed, date(2026, 9, 1))]
    assert codes == ["2026-01", "2026-04", "2026-07", "2026-08", "2026-09"]
    assert change_length(changed, 6, date(2026, 6, 30)) == [(date(2026, 1, 1), 3), (date(2026, 7, 1), 6)]
    assert change_length(changed, 3, date(2026, 6, 30)) == lengths, "back to what holds"
    later = change_length(changed, 12, date(2026, 7, 1))
    assert later == [*changed, (date(2026, 8, 1), MAX_SEASON_MONTHS)]


def test_a_season_is_found_by_any_of_its_days() -> None:
    lengths = [(date(2026, 1, 1), 3)]
    assert find_season(lengths, date(2026, 6, 30)) == Season(date(2026, 4, 1), date(2026, 7, 1))
    assert find_season(lengths, date(2025, 12, 31)) is None
    assert _add_months(date(2026, 12, 1), 12) == date(2027, 12, 1)
