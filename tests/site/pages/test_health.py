"""The health of the site: good while work is done, and 503 when it is not."""

import time
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.models import Delivery, Game, Heartbeat, Notification
from games.notifications.fan_out import fan_out_due
from games.site.health import DEADLINE_LIMIT, NOTIFICATION_LIMIT, REFUSAL_LIMIT, SWEEP_LIMIT, WRITE_EVERY, _try_to_write
from games.tables.services.deadlines import sweep
from tests.builders_people import make_person
from tests.site.pages.builders import fail, refused_writes
from tests.tables.builders import start_table
from tests.tables.pages.browser import sign_in

pytestmark = pytest.mark.django_db

SLACK = 30
"""Seconds that a test may take between two of its lines."""


def ask() -> tuple[int, dict[str, Any]]:
    """Ask for the health, as somebody unknown, and return status and content."""
    answer = Client().get("/health/")
    assert answer["Cache-Control"] == "no-store"
    return answer.status_code, answer.json()


def put_back(rows: Any, column: str, seconds: float) -> None:
    """Say of rows that it happened so long ago."""
    rows.update(**{column: timezone.now() - timedelta(seconds=seconds)})


def test_a_site_that_sweeps_is_well_and_games_on_time_do_not_count() -> None:
    start_table(make_person(), make_person(), bots=1)
    sweep()
    status, content = ask()
    assert status == 200
    assert 0 <= content.pop("last_sweep") < SLACK
    # Notices have their grace, and deadlines their day.
    Notification.objects.update(send_at=timezone.now() + timedelta(hours=1))
    _, content = ask()
    assert content.pop("last_sweep") < SLACK
    assert content == {
        "healthy": True,
        "database": True,
        "writes": True,
        "oldest_overdue_deadline": 0,
        "oldest_unsent_notification": 0,
        "mail_server_refuses": 0,
        "clock": True,
    }


def test_a_site_that_never_swept_is_not_well() -> None:
    status, content = ask()
    assert (status, content["healthy"], content["last_sweep"]) == (503, False, None)


@pytest.mark.parametrize(
    ("limit", "name"),
    [
        (SWEEP_LIMIT, "last_sweep"),
        (DEADLINE_LIMIT, "oldest_overdue_deadline"),
        (NOTIFICATION_LIMIT, "oldest_unsent_notification"),
        (REFUSAL_LIMIT, "mail_server_refuses"),
    ],
)
def test_what_is_later_than_its_limit_makes_it_ill(limit: float, name: str) -> None:
    for _ in range(2):
        start_table(make_person(), make_person(), bots=1)
    sweep()
    late = {
        "last_sweep": (Heartbeat.objects.all(), "beat_at"),
        "oldest_overdue_deadline": (Game.objects.filter(pk=Game.objects.first().pk), "due_at"),  # type: ignore[union-attr]
        "mail_server_refuses": (Heartbeat.objects.all(), "refused_since"),
        "oldest_unsent_notification": (Notification.objects.filter(pk=Notification.objects.first().pk), "send_at"),  # type: ignore[union-attr]
    }
    put_back(*late[name], limit - SLACK)
    status, content = ask()
    assert (status, content["healthy"]) == (200, True)
    assert limit - SLACK <= content[name] < limit
    put_back(*late[name], limit + SLACK)
    status, content = ask()
    assert (status, content["healthy"]) == (503, False)
    assert limit + SLACK <= content[name] < limit + 2 * SLACK


@pytest.mark.parametrize("state", [state for state in Notification.State if state != Notification.State.WAITING])
def test_a_notice_that_is_done_with_is_late_no_more(state: Notification.State) -> None:
    start_table(make_person(), make_person(), bots=1)
    sweep()
    put_back(Notification.objects, "send_at", 10 * NOTIFICATION_LIMIT)
    assert ask()[0] == 503
    Notification.objects.update(state=state)
    assert ask()[0] == 200


def test_a_notice_that_was_tried_and_waits_for_its_next_attempt_is_not_late() -> None:
    start_table(make_person(), make_person(), bots=1)
    sweep()
    put_back(Notification.objects, "written_at", 10 * NOTIFICATION_LIMIT)
    fan_out_due(timezone.now() + timedelta(days=1))
    Notification.objects.all().update(send_at=timezone.now() + timedelta(hours=1))
    assert Delivery.objects.update(attempts=5, send_at=timezone.now() + timedelta(hours=1))
    assert ask()[0] == 200


SESSION_COOKIES = {"no session": None, "a session": "", "a session of nobody": "x" * 32, "no key": "\x80\xff;;=\x01"}


@pytest.mark.parametrize("cookie", SESSION_COOKIES.values(), ids=SESSION_COOKIES.keys())
@pytest.mark.parametrize("path", ["/health/", "/health/?verbose=1"])
def test_a_database_that_does_not_answer_is_told_and_a_session_is_never_looked_for(
    cookie: str | None, path: str
) -> None:
    client = sign_in(make_person()) if cookie == "" else Client()
    if cookie:
        client.cookies["sessionid"] = cookie
    with connection.execute_wrapper(fail):
        answer = client.get(path)
    assert (answer.status_code, answer.json()) == (503, {"healthy": False, "database": False})
    assert (answer["Cache-Control"], len(answer.cookies)) == ("no-store", 0)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_only_reading_is_allowed(method: str) -> None:
    assert sign_in(make_person()).generic(method, "/health/").status_code == 405


@pytest.mark.django_db(transaction=True)
def test_a_database_that_refuses_writes_is_told_until_it_takes_them_again() -> None:
    sweep()
    client = sign_in(make_person())
    with refused_writes():
        for visitor in (client, Client()):
            answer = visitor.get("/health/")
            assert answer.status_code == 503
            content = answer.json()
            assert (content["healthy"], content["database"], content["writes"]) == (False, True, False)
            assert content["last_sweep"] < SLACK
    assert Session.objects.count() == 1, "the tried row is not there"
    _try_to_write.cache_clear()
    assert ask()[0] == 200
    assert Session.objects.count() == 1


def test_asking_again_and_again_writes_once(
    django_assert_num_queries: DjangoAssertNumQueries, monkeypatch: pytest.MonkeyPatch
) -> None:
    sweep()
    monkeypatch.setattr(time, "monotonic", lambda: 1000.0)
    with CaptureQueriesContext(connection) as first:
        ask()
    assert any("INSERT" in query["sql"] for query in first)
    for _ in range(3):
        with django_assert_num_queries(5):
            ask()
    monkeypatch.setattr(time, "monotonic", lambda: 1000.0 + WRITE_EVERY)
    with CaptureQueriesContext(connection) as later:
        ask()
    assert len(later) == len(first)
