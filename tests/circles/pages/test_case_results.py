"""A circle's page shows how members did with the case of the day, to those who have accused."""

import re
from datetime import timedelta

import pytest
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


def test_without_a_case_the_page_is_silent() -> None:
    ada = make_person("Ada")
    assert sign_in(ada).get(path_of(make_circle(ada))).context["case"] is None
