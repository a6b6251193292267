"""Cases are made days ahead, one a day, at the level of the day, and by no two processes twice."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.cases.levels import choose_level, find_coming_special
from games.cases.selectors.commitments import open_case
from games.cases.selectors.files import find_file_of_number
from games.cases.services import generation
from games.cases.services.generation import Slot, _list_levels, _store, find_slot, make_cases, make_due
from games.models import Case
from games.rules.cases import Chosen
from games.rules.commitment import verify_commitment
from games.rules.engine.cases import Level
from games.rules.record import verify_record
from games.state import wall_clock
from tests.cases.builders import RULES, TITLE, load_game, store_case

pytestmark = pytest.mark.django_db
MONDAY = date(2026, 11, 30)
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def play_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the games of the tests instead of playing new ones."""
    seeds = iter(range(1000))

    def take(title: object, levels: Sequence[Level], chance: object) -> Chosen:
        return replace(load_game(next(seeds) % 4), level=levels[0])

    monkeypatch.setattr(generation, "try_case", take)


def test_there_is_a_case_for_each_day_to_come() -> None:
    list(make_cases(NOON, 5))
    assert [*Case.objects.values_list("number", "day", "level")] == [
        (number + 1, MONDAY + timedelta(days=number), number + 1) for number in range(5)
    ]
    assert find_slot(NOON, 5) is None
    list(make_cases(NOON + timedelta(days=2), 5))
    assert Case.objects.count() == 7


def test_numbers_go_on_after_days_without_a_worker() -> None:
    store_case(number=7, day=MONDAY - timedelta(days=20))
    slot = find_slot(NOON, 14)
    assert slot is not None
    assert (slot.number, slot.day) == (8, MONDAY)


def test_no_seat_is_guilty_three_days_in_a_row() -> None:
    guilty = [case.guilty for case in make_cases(NOON, 14)]
    assert not any(len({*three}) == 1 for three in zip(guilty, guilty[1:], guilty[2:], strict=False))


def test_two_cases_of_one_seat_bar_it() -> None:
    first, second = (store_case(number=number, day=MONDAY - timedelta(days=3 - number)) for number in (1, 2))
    slot = find_slot(NOON, 1)
    assert first.guilty == second.guilty
    assert slot is not None
    assert {*slot.barred} == {first.guilty}


def test_the_day_of_the_week_sets_the_level() -> None:
    weeks = [[choose_level(TITLE, MONDAY + timedelta(days=7 * week + day)) for day in range(7)] for week in range(6)]
    plain = [week for week in weeks if week == [*RULES.levels]]
    assert plain == weeks[1::2]
    assert {week[5].special for week in weeks[::2]} == {level.special for level in RULES.specials}


def test_a_special_role_is_announced_with_its_date_from_sunday_to_friday() -> None:
    saturdays = [MONDAY + timedelta(days=5 + 7 * week) for week in range(6)]
    for day in (MONDAY + timedelta(days=days) for days in range(35)):
        saturday = next(each for each in saturdays if each >= day)
        special = choose_level(TITLE, saturday).special
        assert find_coming_special(TITLE, day) == ((saturday, special) if special and saturday > day else None)
    assert sum(bool(find_coming_special(TITLE, each - timedelta(days=1))) for each in saturdays) == 3


def test_the_case_of_today_may_be_of_any_level_of_its_line_up() -> None:
    wednesday = MONDAY + timedelta(days=2)
    assert _list_levels(TITLE, Slot(1, wednesday, ())) == [RULES.levels[2]]
    urgent = _list_levels(TITLE, Slot(1, wednesday, (), is_urgent=True))
    assert urgent[0] == RULES.levels[2]
    assert all(level.lineup == RULES.levels[2].lineup for level in urgent)
    assert len(urgent) > 1


def test_a_budget_that_is_spent_leaves_the_rest_for_later() -> None:
    assert [*make_cases(NOON, 3, budget=0)] == []


def test_another_process_may_be_faster() -> None:
    slot = find_slot(NOON, 1)
    assert slot is not None
    assert _store(slot, load_game()) is not None
    assert _store(slot, load_game(1)) is None
    assert Case.objects.count() == 1


def test_the_worker_makes_them_unless_the_clock_is_in_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wall_clock, "is_settled", lambda now: False)
    make_due(timezone.now())
    assert not Case.objects.exists()
    monkeypatch.setattr(wall_clock, "is_settled", lambda now: True)
    make_due(timezone.now())
    assert Case.objects.count() == generation.DAYS_AHEAD


def test_the_command_tells_nothing_that_solves_a_case(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("cases", days=2)
    told = [f"case {case.number}: {case.day}, level {case.level}" for case in Case.objects.all()]
    assert capsys.readouterr().out.splitlines() == [*told, "2 cases made."]


def test_a_stored_case_is_its_record() -> None:
    case = store_case()
    file = find_file_of_number(1)
    assert file is not None
    replay = verify_record(json.loads(case.record))
    assert file.played.entries == replay.entries
    assert file.guilty == file.played.guilty == case.guilty
    assert verify_commitment(json.loads(open_case(file)), replay) == case.commitment
