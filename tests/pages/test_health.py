"""The health of the site: good while work is done, and 503 when it is not."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.models import Game, Heartbeat, Notice
from games.services.deadlines import sweep
from games.services.health import DEADLINE_LIMIT, NOTICE_LIMIT, REFUSAL_LIMIT, SWEEP_LIMIT
from tests.builders_people import make_person
from tests.games.builders import start_table

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
    Notice.objects.update(send_at=timezone.now() + timedelta(hours=1))
    _, content = ask()
    assert content.pop("last_sweep") < SLACK
    assert content == {
        "healthy": True,
        "database": True,
        "oldest_overdue_deadline": 0,
        "oldest_unsent_notice": 0,
        "mail_server_refuses": 0,
    }


def test_a_site_that_never_swept_is_not_well() -> None:
    status, content = ask()
    assert (status, content["healthy"], content["last_sweep"]) == (503, False, None)


@pytest.mark.parametrize(
    ("limit", "name"),
    [
        (SWEEP_LIMIT, "last_sweep"),
        (DEADLINE_LIMIT, "oldest_overdue_deadline"),
        (NOTICE_LIMIT, "oldest_unsent_notice"),
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
        "oldest_unsent_notice": (Notice.objects.filter(pk=Notice.objects.first().pk), "send_at"),  # type: ignore[union-attr]
    }
    put_back(*late[name], limit - SLACK)
    status, content = ask()
    assert (status, content["healthy"]) == (200, True)
    assert limit - SLACK <= content[name] < limit
    put_back(*late[name], limit + SLACK)
    status, content = ask()
    assert (status, content["healthy"]) == (503, False)
    assert limit + SLACK <= content[name] < limit + 2 * SLACK


@pytest.mark.parametrize("state", [state for state in Notice.State if state != Notice.State.WAITING])
def test_a_notice_that_is_done_with_is_late_no_more(state: Notice.State) -> None:
    start_table(make_person(), make_person(), bots=1)
    sweep()
    put_back(Notice.objects, "send_at", 10 * NOTICE_LIMIT)
    assert ask()[0] == 503
    Notice.objects.update(state=state)
    assert ask()[0] == 200


def test_a_notice_that_was_tried_and_waits_for_its_next_attempt_is_not_late() -> None:
    start_table(make_person(), make_person(), bots=1)
    sweep()
    put_back(Notice.objects, "written_at", 10 * NOTICE_LIMIT)
    Notice.objects.update(attempts=5, send_at=timezone.now() + timedelta(hours=1))
    assert ask()[0] == 200


def test_a_database_that_does_not_answer_is_told() -> None:
    def fail(*args: Any) -> None:
        raise OperationalError("server closed the connection unexpectedly")

    with connection.execute_wrapper(fail):
        answer = ask()
    assert answer == (503, {"healthy": False, "database": False})


def test_it_takes_three_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    sweep()
    with django_assert_num_queries(3):
        ask()
