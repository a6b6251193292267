"""A step costs three queries at most, so that ten thousand visitors in ten minutes are no trouble."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.cases.days import find_today
from games.cases.selectors.files import find_last_day
from games.models import Case, CaseTally
from tests.builders_people import make_person
from tests.cases.builders import store_case
from tests.tables.pages.browser import sign_in

pytestmark = pytest.mark.django_db
MAX_QUERIES = 3
# On PostgreSQL one statement stores and counts.
MEMBERS = 2
MEMBER_ACCUSES = MEMBERS + (connection.vendor == "sqlite")
# They open and close transactions, and ask nothing.
FRAMES = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT")


def count_queries(ask: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as captured:
        answer = ask()
    assert answer.status_code in (200, 302)
    return sum(not query["sql"].startswith(FRAMES) for query in captured.captured_queries)


@pytest.fixture
def case(settings: LazySettings) -> Case:
    """A case that the process has read, and what is announced and which case was the last, too."""
    settings.ANNOUNCEMENTS_KEPT = 10**9
    find_last_day(find_today())
    case = store_case()
    Client().get("/case/")
    return case


def post(client: Client, what: str, seen: int, **fields: Any) -> Callable[[], Any]:
    return lambda: client.post("/case/1/act/", {"do": what, "seen": seen, "clue": 0, **fields})


def test_a_first_visit_costs_nothing(case: Case) -> None:
    assert count_queries(lambda: Client().get("/case/")) == 0
    assert count_queries(lambda: Client().get("/")) == 0


def test_a_visitors_steps(case: Case) -> None:
    visitor = Client()
    assert count_queries(post(visitor, "next", 1)) == 2
    for seen in range(2, 5):
        assert count_queries(lambda: visitor.get("/case/")) == 1
        assert count_queries(post(visitor, "next", seen)) == 2
    for _ in range(2):
        assert count_queries(post(Client(), "accuse", 1, seat=case.guilty)) == MAX_QUERIES
    assert count_queries(post(visitor, "accuse", 5, seat=case.guilty)) == MAX_QUERIES
    assert count_queries(lambda: visitor.get("/case/?trick=1")) <= MAX_QUERIES


def test_a_members_steps(case: Case) -> None:
    """Session and user are one of them."""
    member = sign_in(make_person())
    assert count_queries(lambda: member.get("/case/")) <= MEMBERS
    assert count_queries(post(member, "next", 1)) == MEMBERS
    for seen in range(2, 5):
        assert count_queries(post(member, "next", seen, begun=1)) == MEMBERS
        assert count_queries(lambda: member.get("/case/")) == MEMBERS
    assert count_queries(post(member, "accuse", 5, seat=case.guilty, begun=1)) == MEMBER_ACCUSES
    assert case.investigations.get().is_right
    assert CaseTally.objects.get().count == 1


def test_a_member_who_accuses_at_first_sight(case: Case) -> None:
    member = sign_in(make_person())
    assert count_queries(post(member, "accuse", 1, seat=case.guilty)) == MEMBER_ACCUSES
    post(member, "accuse", 1, seat=0)()
    assert CaseTally.objects.get().count == 1


def test_a_member_who_took_notes_first(case: Case) -> None:
    member = sign_in(make_person())
    assert count_queries(post(member, "keep", 1, mark="1-0")) == MEMBERS
    assert b'name="begun"' in member.get("/case/").content
    assert count_queries(post(member, "next", 1, begun=1, mark="1-0")) == MEMBERS
