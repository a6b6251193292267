"""Behind a pooler nothing is left to a connection: each transaction may be on another one."""

import os
from collections.abc import Iterator

import psycopg
import pytest
from django.core.checks import Tags, run_checks
from django.test import override_settings
from psycopg.conninfo import make_conninfo

from insidejob.settings.connections import TIME_LIMITS
from tests.pooler.bouncer import read_server
from tests.pooler.guests import play
from tests.pooler.site import Site, run_site

pytestmark = [pytest.mark.slow, pytest.mark.postgres, pytest.mark.pgbouncer]
GUESTS, TURNS = 4, 4
TASKS = """
import django; django.setup()
from django.core.checks import run_checks
from games import tasks
tasks.sweep(); tasks.clear_expired()
print(run_checks(tags=["database"], databases=["default"]))
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site behind PgBouncer, on the server of the tests."""
    with run_site(tmp_path_factory.mktemp("pooler"), read_server(os.environ["DATABASE_URL"])) as running:
        yield running


@pytest.mark.deep
def test_guests_play_and_no_answer_fails(site: Site) -> None:
    answers, moves = play(site.port, GUESTS, TURNS)
    assert not {status for status in answers if status >= 500}, answers
    assert moves >= GUESTS
    assert sum(answers.values()) >= GUESTS * (1 + 2 * TURNS)


@pytest.mark.deep
def test_the_clock_and_the_cleaning_work_and_no_limit_is_missing(site: Site) -> None:
    said = site.run("-c", TASKS)
    assert "rror" not in said
    assert "W004" not in said


@pytest.mark.deep
def test_time_limits_hold_and_no_statement_is_kept(site: Site) -> None:
    with psycopg.connect(make_conninfo(**site.pooled), prepare_threshold=None) as connection:
        limits = [connection.execute(f"SHOW {name}").fetchone() for name in TIME_LIMITS]
        kept = connection.execute("SELECT statement FROM pg_prepared_statements").fetchall()
    assert ("0",) not in limits
    assert not kept


@pytest.mark.django_db
@pytest.mark.parametrize(("is_pooled", "found"), [(True, ["insidejob.W004"]), (False, [])])
def test_migrating_warns_where_the_role_has_no_time_limits(is_pooled: bool, found: list[str]) -> None:
    with override_settings(DATABASE_POOLER=is_pooled):
        messages = run_checks(tags=[Tags.database], databases=["default"])
    assert [message.id for message in messages] == found
