"""The case of the day by a program: nothing comes early, and what it solves is marked."""

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from games.circles.case_results import list_circle_results
from games.models import CaseTally, Circle, Investigation, Member
from tests.api.clients import Program
from tests.builders_people import make_person
from tests.cases.builders import find_game_of_level, store_case
from tests.cases.imagining import imagine, put_in_place

pytestmark = pytest.mark.django_db


def test_a_program_solves_a_case_and_its_result_is_marked() -> None:
    case, ada, ben = store_case(), make_person(), make_person()
    circle = Circle.objects.create(name="Friends", owner=ada)
    Member.objects.bulk_create(Member(circle=circle, user=person) for person in (ada, ben))
    program = Program(ada)
    assert program.read("cases/today")["seen"] == 1
    assert program.post("cases/1/next", {"seen": 1}).json()["seen"] == 2
    # A repeated request does nothing.
    assert program.post("cases/1/next", {"seen": 1}).json()["seen"] == 2
    assert program.post("cases/1/clue", {"seen": 2}).json()["has_clue"]
    solved = program.post("cases/1/accuse", {"seen": 2, "seat": case.guilty}).json()
    assert (solved["is_over"], solved["is_right"], solved["guilty"], solved["score"]) == (True, True, case.guilty, 3)
    assert solved["facts"]
    assert solved["observation"]["roles"][case.guilty] == "insider"
    again = program.post("cases/1/accuse", {"seen": 2, "seat": 1 - case.guilty}).json()
    assert again["accused"] == case.guilty
    assert Investigation.objects.get().by_api
    assert not CaseTally.objects.exists()
    page = Program(ben)
    page.post("cases/1/accuse", {"seen": 1, "seat": case.guilty})
    Investigation.objects.filter(user=ben).update(by_api=False)
    (shown,) = list_circle_results(ben, case.pk, case.day)
    assert sorted(result.by_api for result in shown.results) == [False, True]


def test_only_the_case_of_this_day_is_todays() -> None:
    store_case(1, day=timezone.localdate() - timedelta(days=1))
    store_case(2)
    program = Program(make_person())
    assert [program.read(f"cases/{name}")["is_today"] for name in ("1", "2", "today")] == [False, True, True]


@pytest.mark.parametrize("scenes", [1, 3])
def test_two_cases_with_the_same_tricks_give_the_same_bytes(scenes: int) -> None:
    chosen = find_game_of_level(4)
    other = imagine(chosen.played, scenes, Random(f"api {scenes}"))
    case, program = store_case(chosen=chosen), Program(make_person())
    put_in_place(case, chosen.played)
    for seen in range(1, scenes):
        program.post("cases/1/next", {"seen": seen})
    first = program.get("cases/1")
    put_in_place(case, other)
    second = program.get("cases/1")
    assert first.json()["seen"] == scenes
    assert first.content == second.content
    assert first.headers["ETag"] == second.headers["ETag"]
