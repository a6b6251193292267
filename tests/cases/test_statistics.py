"""Streaks, distributions and the best month, from results alone; and totals, which name nobody and tell of no few."""

from datetime import UTC, date, datetime

import pytest
import time_machine

from games.cases.runs import Result, Run
from games.cases.selectors.files import find_file_of_number
from games.cases.selectors.statistics import Month, count_cases
from games.cases.selectors.totals import ENOUGH, Row, _count_totals
from games.models import CaseTally, Investigation
from tests.builders_people import make_person
from tests.cases.builders import store_case
from tests.tables.pages.browser import sign_in

YESTERDAY, TODAY = date(2026, 11, 26), date(2026, 11, 27)


def result(day: int, *, month: int = 11, score: int = 4, right: bool = True, in_time: bool = True) -> Result:
    return Result(100 * month + day, date(2026, month, day), score, right, in_time)


@pytest.mark.parametrize(
    ("days", "streak", "longest"),
    [
        ([], 0, 0),
        ([27], 1, 1),
        ([26], 1, 1),
        ([25], 0, 1),
        ([24, 25, 26, 27], 4, 4),
        ([24, 25, 26], 3, 3),
        ([20, 21, 22, 23, 26, 27], 2, 4),
        # Solved in a zone where the next day had begun.
        ([24, 25, 26, 28], 3, 3),
        ([24, 25, 26, 27, 28], 5, 5),
        ([28], 1, 1),
    ],
)
def test_a_streak_ends_yesterday_or_later(days: list[int], streak: int, longest: int) -> None:
    counted = count_cases([result(day) for day in days], YESTERDAY)
    assert (counted.streak, counted.longest) == (streak, longest)


def test_days_without_a_case_break_no_streak() -> None:
    results = [
        Result(number, date(2026, 11, day), 4, True, True) for number, day in ((1, 20), (2, 21), (3, 26), (4, 27))
    ]
    assert count_cases(results, YESTERDAY).streak == 4
    # The case of the 21st was not solved.
    assert count_cases([results[0], *results[2:]], YESTERDAY).streak == 2


@pytest.mark.django_db
@pytest.mark.parametrize(("missing", "streak"), [((), 0), ((25, 26), 2)])
def test_a_streak_ends_with_the_last_case_before_today(missing: tuple[int, ...], streak: int) -> None:
    person = make_person()
    for number, day in enumerate((day for day in range(23, 27) if day not in missing), 1):
        case = store_case(number, TODAY.replace(day=day))
        if day <= 24:
            Investigation.objects.create(case=case, user=person, accused=case.guilty, is_right=True, is_in_time=True)
    with time_machine.travel(datetime(2026, 11, 27, 12, tzinfo=UTC), tick=False):
        assert sign_in(person).get("/case/archive/").context["statistics"].streak == streak


def test_a_newcomers_first_case_and_that_of_the_same_day_count_as_one_day() -> None:
    first, same = (Result(number, TODAY, 4, True, True) for number in (9, 10))
    assert count_cases([first, same], YESTERDAY).streak == 1


def test_what_was_wrong_or_late_breaks_a_streak() -> None:
    assert count_cases([result(25), result(26, right=False), result(27)], YESTERDAY).streak == 1
    assert count_cases([result(25), result(26, in_time=False), result(27)], YESTERDAY).streak == 1


def test_a_streak_goes_over_the_end_of_a_month() -> None:
    assert count_cases([result(31, month=10), result(1)], date(2026, 10, 31)).streak == 2


def test_the_distribution_has_a_bar_for_each_number_of_tricks_that_came() -> None:
    bars = count_cases(
        [result(1, score=2), result(2, score=4), result(3, score=4), result(4, right=False)], YESTERDAY
    ).bars
    assert [(bar.score, bar.count, bar.share) for bar in bars] == [(2, 1, 50), (4, 2, 100)]


def test_the_best_month_is_that_of_most_cases_and_then_of_fewest_tricks() -> None:
    results = [result(1, month=9), result(2, month=9), result(1, month=10, score=2), result(2, month=10)]
    assert count_cases([*results, result(1)], YESTERDAY).best == Month(date(2026, 10, 1), 2, 3)
    assert count_cases([result(1, right=False)], YESTERDAY).best is None


@pytest.mark.django_db
def test_totals_are_told_once_there_are_enough() -> None:
    case = store_case()
    file, wrong = find_file_of_number(1), (case.guilty + 1) % 4
    assert file is not None
    CaseTally.objects.create(case=case, scenes=3, accused=case.guilty, count=12)
    CaseTally.objects.create(case=case, scenes=3, accused=wrong, count=4)
    assert _count_totals(file) is None
    CaseTally.objects.create(case=case, scenes=8, accused=case.guilty, count=ENOUGH - 16)
    totals = _count_totals(file)
    assert totals is not None
    assert (totals.count, totals.right, totals.usual) == (20, 80, 3)
    assert totals.rows == (Row(3, 16, 75), Row(8, 4, 100))
    assert (totals.accused, totals.accused_share) == (case.guilty, 80)
    assert totals.better_than(Run(seen=3, accused=case.guilty, is_right=True)) == 40
    assert totals.better_than(Run(seen=2, clue_at=2, accused=case.guilty, is_right=True)) == 40
