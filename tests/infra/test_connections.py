"""All processes together stay below the connections that PostgreSQL grants."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import Tags, run_checks
from django.db import OperationalError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import override_settings

from insidejob.settings.connections import KEPT, THREADS, TIME_LIMITS, keep_connections, share_connections
from tests.infra.deployment import PRODUCTION, read_settings

DEPLOY = Path(__file__).parents[2] / "deploy"
POSTGRES_GRANTS = 100
"""Of its own accord, three of them to superusers alone."""
FEW = 2


@pytest.mark.parametrize("processes", range(1, 81))
def test_all_processes_together_hold_no_more_than_the_site_may(processes: int) -> None:
    each = share_connections(80, processes)
    assert each * processes <= 80 < POSTGRES_GRANTS
    assert each >= 1


@pytest.mark.parametrize(("connections", "processes"), [(80, 81), (80, 0), (80, -1), (0, 1)])
def test_processes_without_a_connection_each_are_refused_in_one_sentence(connections: int, processes: int) -> None:
    with pytest.raises(SystemExit, match=r"^Inside Job cannot share .* see DATABASE_CONNECTIONS and SITE_PROCESSES\.$"):
        share_connections(connections, processes)


def test_threads_keep_their_connections_where_there_are_enough() -> None:
    assert keep_connections(THREADS) == (KEPT, {})
    age, options = keep_connections(THREADS - 1)
    assert age == 0, "Django takes no pool with connections that threads keep"
    assert options["pool"]["max_size"] == THREADS - 1


@pytest.mark.parametrize("name", ["insidejob-web.service", "Dockerfile"])
def test_web_processes_are_started_with_so_many_threads(name: str) -> None:
    assert re.findall(r'--threads[ ",]+(\d+)', (DEPLOY / name).read_text("utf-8")) == [str(THREADS)]


def test_production_takes_both_from_the_environment() -> None:
    assert read_database({}) == (KEPT, None)
    assert read_database({"SITE_PROCESSES": "40"}) == (0, 2)
    assert read_database({"SITE_PROCESSES": "40", "DATABASE_CONNECTIONS": "160"}) == (KEPT, None)


def read_database(environment: dict[str, str]) -> tuple[int, int | None]:
    """Return how long threads keep connections in production, and the size of the pool if there is one."""
    database = read_settings({**PRODUCTION, **environment}, "DATABASES")[0]["default"]
    return database["CONN_MAX_AGE"], database["OPTIONS"].get("pool", {}).get("max_size")


def test_behind_a_pooler_nothing_is_left_to_a_connection() -> None:
    pooled, direct = (
        read_settings({**PRODUCTION, **more}, "DATABASES")[0]["default"] for more in ({"DATABASE_POOLER": "1"}, {})
    )
    assert "options" not in pooled["OPTIONS"], "PgBouncer refuses what is asked for at the start of a connection"
    assert pooled["OPTIONS"]["prepare_threshold"] is None
    assert pooled["DISABLE_SERVER_SIDE_CURSORS"]
    assert not pooled["OPTIONS"]["server_side_binding"]
    assert direct["OPTIONS"]["prepare_threshold"]
    assert direct["OPTIONS"]["server_side_binding"]
    assert all(f"-c {name}={limit}" in direct["OPTIONS"]["options"] for name, limit in TIME_LIMITS.items())


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.parametrize(("wanted", "found"), [(0, []), (20, []), (100_000, ["insidejob.W003"])])
def test_migrating_warns_of_more_connections_than_the_server_grants(wanted: int, found: list[str]) -> None:
    with override_settings(DATABASE_CONNECTIONS=wanted):
        messages = run_checks(tags=[Tags.database], databases=["default"])
    assert [message.id for message in messages] == found


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_database_in_another_encoding_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Debian's PostgreSQL makes such a cluster where the machine's locale is C."""
    usual = connections["default"]
    name = f"{usual.settings_dict['NAME']}_ascii"
    create = f"CREATE DATABASE {name} ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
    maker = usual.__class__({**usual.settings_dict, "NAME": "postgres"}, "maker")
    other = usual.__class__({**usual.settings_dict, "NAME": name}, "default")
    with maker.cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {name}")
        cursor.execute(create)
    try:
        assert run_checks(tags=[Tags.database], databases=["default"]) == []
        monkeypatch.setattr("insidejob.checks.connection", other)
        assert [message.id for message in run_checks(tags=[Tags.database], databases=["default"])] == ["insidejob.E007"]
    finally:
        other.close()
        with maker.cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name}")
        maker.close()


@pytest.fixture
def connect() -> Iterator[Callable[[], BaseDatabaseWrapper]]:
    """Give what makes connections to the tests' database out of a pool of few; end the pool."""
    age, options = keep_connections(FEW)
    options["pool"]["timeout"] = 0.2
    usual = connections["default"]
    kept = {**usual.settings_dict, "CONN_MAX_AGE": age, "CONN_HEALTH_CHECKS": True}
    settings: dict[str, Any] = {**kept, "OPTIONS": {**kept["OPTIONS"], **options}}
    yield lambda: usual.__class__(settings, "pooled")
    usual.__class__(settings, "pooled").close_pool()  # type: ignore[attr-defined]


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_pool_opens_no_more_and_gives_what_comes_back(connect: Callable[[], BaseDatabaseWrapper]) -> None:
    first, second, third = (connect() for _ in range(3))
    assert pid_of(first) != pid_of(second)
    with pytest.raises(OperationalError):
        third.ensure_connection()
    gone = pid_of(first)
    first.close()
    assert pid_of(third) == gone, "the same connection, not another one"
    second.close()
    third.close()


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_connection_that_the_server_has_ended_is_not_given_away(connect: Callable[[], BaseDatabaseWrapper]) -> None:
    before = connect()
    pid = pid_of(before)
    before.close()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
    after = connect()
    assert pid_of(after) != pid
    after.close()


def pid_of(wrapper: BaseDatabaseWrapper) -> int:
    with wrapper.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])
