"""The days that a person takes off: how many of a year, when they begin and end, what comes back."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import translation

from accounts.availability import vacations
from accounts.availability.vacations import Vacation, count_left, end, find_current, take
from accounts.models import User
from accounts.personal_data.export import _describe_person

NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def plan_vacation(first: str, last: str, zone: str = "Europe/Paris") -> Vacation:
    return Vacation(date.fromisoformat(first), date.fromisoformat(last), zone)


TAKEN = [plan_vacation("2026-07-03", "2026-07-10")]


def test_one_is_away_from_midnight_to_midnight_at_home() -> None:
    nouméa = plan_vacation("2026-07-03", "2026-07-10", "Pacific/Noumea")
    assert nouméa.span == (datetime(2026, 7, 2, 13, tzinfo=UTC), datetime(2026, 7, 10, 13, tzinfo=UTC))
    assert nouméa.back == date(2026, 7, 11)
    assert find_current([nouméa], nouméa.span[0]) == nouméa
    assert find_current([nouméa], nouméa.span[1]) is None


def test_each_year_has_days_of_its_own() -> None:
    taken = take([], plan_vacation("2026-12-20", "2027-01-05"), NOW)
    assert [count_left(taken, year) for year in (2026, 2027, 2028)] == [16, 23, 28]


@pytest.mark.parametrize(
    ("new", "error"),
    [
        (plan_vacation("2026-07-20", "2026-07-19"), "backwards"),
        (plan_vacation("2026-06-30", "2026-07-01"), "past"),
        # Tomorrow has begun there.
        (plan_vacation("2026-07-01", "2026-07-02", "Pacific/Kiritimati"), "past"),
        (plan_vacation("2027-07-02", "2027-07-03"), "far"),
        (plan_vacation("2026-07-20", "9999-12-31"), "far"),
        (plan_vacation("2026-07-10", "2026-07-12"), "overlap"),
        (plan_vacation("2026-07-01", "2026-07-20"), "overlap"),
        (plan_vacation("2026-08-01", "2026-08-21"), "too_many"),
        # 20 of this year would do, 29 of the next do not.
        (plan_vacation("2026-12-12", "2027-01-29"), "too_many"),
        # Few days of the first and the last year, all of the one between.
        (plan_vacation("2026-12-31", "2028-01-01"), "too_many"),
    ],
)
def test_days_that_cannot_be_taken_are_refused(new: Vacation, error: str) -> None:
    with pytest.raises(vacations.VacationError) as refused:
        take(TAKEN, new, NOW)
    assert refused.value.code == error


def test_all_that_is_left_may_be_taken_from_today_on() -> None:
    taken = take(TAKEN, plan_vacation("2026-07-01", "2026-07-02"), NOW)
    taken = take(taken, plan_vacation("2026-12-14", "2027-01-28"), NOW)
    assert [count_left(taken, year) for year in (2026, 2027)] == [0, 0]


def test_ended_early_the_days_ahead_come_back_and_today_is_spent() -> None:
    now = datetime(2026, 7, 5, 9, tzinfo=UTC)
    ended = end(TAKEN, date(2026, 7, 3), now)
    assert count_left(ended, 2026) == 25
    assert find_current(ended, now) is None
    assert not vacations.list_coming([each for each in ended if not each.is_dropped], now)
    # Ended once more, nothing changes.
    assert end(ended, date(2026, 7, 3), now + DAY) == ended


def test_cancelled_before_it_begins_all_days_come_back() -> None:
    [dropped] = end(TAKEN, date(2026, 7, 3), NOW)
    assert dropped == replace(TAKEN[0], dropped_at=NOW)
    assert count_left(take([dropped], TAKEN[0], NOW), 2026) == 20
    assert end(TAKEN, date(2026, 7, 4), NOW) == TAKEN


def test_the_export_says_what_was_cancelled() -> None:
    stored = vacations.dump_vacations(TAKEN)
    person = User(vacations_taken=stored, vacations_dropped=stored)
    section = _describe_person(person)
    with translation.override("en"):
        assert section.headings["vacations_dropped"] == "Cancelled holidays"
        assert section.words["vacations_dropped"](section.rows[0]["vacations_dropped"]) == [
            "July 3, 2026 – July 10, 2026"
        ]


def test_what_is_stored_is_read_again() -> None:
    taken = [
        *end(TAKEN, date(2026, 7, 3), NOW + 4 * DAY),
        replace(plan_vacation("2026-08-01", "2026-08-02"), announced_at=NOW),
    ]
    stored = vacations.dump_vacations(taken)
    assert sorted(vacations.load_vacations(stored), key=taken.index) == taken
