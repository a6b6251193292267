"""A circle's page shows how members did with the case of the day, to those who have accused."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from games.models import Case, Investigation
from tests.builders_people import make_person
from tests.cases.builders import store_case
from tests.cases.pages.acts import press
from tests.tables.pages.browser import sign_in, text_of
from tests.tables.pages.circle import make_circle, path_of

pytestmark = pytest.mark.django_db
MARK = 'class="tag won"'
TOKEN = re.compile(r"\b\w{64}\b")


@pytest.fixture
def case() -> Case:
    store_case(number=1, day=timezone.localdate() - timedelta(days=1))
    return store_case(number=2)


def test_results_show_once_the_reader_has_accused(case: Case) -> None:
    ada, ben, cleo = (make_person(name) for name in ("Ada", "Ben", "Cleo"))
    circle = make_circle(ada, ben, cleo)
    reader = sign_in(ben)
    before = TOKEN.sub("", text_of(reader.get(path_of(circle)))).rstrip()
    press(sign_in(ada), "accuse", number=2, seat=case.guilty)
    after = TOKEN.sub("", text_of(reader.get(path_of(circle)))).rstrip()
    assert after == before, "whether others have finished stays secret"
    press(sign_in(ben), "accuse", number=2, seat=(case.guilty + 1) % 4)
    page = sign_in(ben).get(path_of(circle))
    results = page.context["case"].results
    found = [(each.person.name, each.is_right, each.is_me) for each in results]
    assert found == [("Ada", True, False), ("Ben", False, True)]
    assert MARK in text_of(page)
    assert page.context["case"].number == 2


def test_results_of_another_day_open_nothing(case: Case) -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    circle = make_circle(ada, ben)
    press(sign_in(ada), "accuse", number=2, seat=case.guilty)
    press(sign_in(ben), "accuse", number=1, seat=0)
    assert sign_in(ben).get(path_of(circle)).context["case"].results is None


def test_an_investigation_that_is_not_over_counts_for_nothing(case: Case) -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    circle = make_circle(ada, ben)
    press(sign_in(ada), "next", number=2)
    press(sign_in(ben), "accuse", number=2, seat=case.guilty)
    assert Investigation.objects.count() == 2
    assert [each.is_me for each in sign_in(ben).get(path_of(circle)).context["case"].results] == [True]


def test_those_invited_are_not_shown(case: Case) -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    circle = make_circle(ada)
    circle.members.create(user=ben, invited=True)
    for person in (ada, ben):
        press(sign_in(person), "accuse", number=2, seat=case.guilty)
    assert [each.is_me for each in sign_in(ada).get(path_of(circle)).context["case"].results] == [True]


def test_another_time_zone_opens_no_results_early() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    circle = make_circle(ada, ben)
    case = store_case(day=date(2026, 11, 28))
    ben.time_zone = "Pacific/Kiritimati"
    ben.save()
    reader = sign_in(ben)
    with time_machine.travel(datetime(2026, 11, 27, 12, tzinfo=UTC), tick=False) as clock:
        solved = press(reader, "accuse", seat=case.guilty)
        assert solved.context["circles"] == []
        assert reader.get(path_of(circle)).context["case"] is None
        Investigation.objects.create(case=case, user=ada, seen=2, accused=case.guilty, is_right=True)
        # It is midnight where the owner of the circle lives.
        clock.move_to(datetime(2026, 11, 27, 23, tzinfo=UTC))
        assert len(reader.get("/case/1/").context["circles"]) == 1
        assert len(reader.get(path_of(circle)).context["case"].results) == 2


def test_a_circle_farther_east_shows_the_case_of_the_readers_day() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    ada.time_zone = "Pacific/Kiritimati"
    ada.save()
    circle = make_circle(ada, ben)
    for number, day in enumerate((27, 28), start=1):
        store_case(number=number, day=date(2026, 11, day))
    with time_machine.travel(datetime(2026, 11, 27, 12, tzinfo=UTC), tick=False):
        numbers = [sign_in(each).get(path_of(circle)).context["case"].number for each in (ada, ben)]
    assert numbers == [2, 1]


def test_without_a_case_the_page_is_silent() -> None:
    ada = make_person("Ada")
    assert sign_in(ada).get(path_of(make_circle(ada))).context["case"] is None
