"""Migrations are history: no released one changes, models and migrations agree, and each can be undone."""

import hashlib
import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db.migrations.loader import MigrationLoader

from insidejob import __version__
from insidejob.releases import RELEASES
from tests.empty_databases import ROOT, run_python, start_python
from tests.empty_databases import empty_database as empty_database

RELEASED = ROOT / "tests" / "released_migrations.sha256"


def read_released() -> dict[str, str]:
    """Return the digest of each released migration by its path, as `sha256sum` wrote them down."""
    pairs = (line.split() for line in RELEASED.read_text("utf-8").splitlines())
    return {path: digest for digest, path in pairs}


def test_no_released_migration_was_changed_or_taken_away() -> None:
    released = read_released()
    assert "games/migrations/0001_squashed_0051_bot_accounts.py" in released
    for path, digest in released.items():
        assert hashlib.sha256((ROOT / path).read_bytes()).hexdigest() == digest, f"{path} is history: write a new one"


@pytest.mark.django_db
def test_the_models_need_no_further_migration() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


BEFORE_0_2 = """
import django; django.setup()
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
MigrationRecorder(connection).record_applied("games", "0001_initial")
"""


@pytest.mark.deep
def test_a_database_from_before_0_2_is_refused_with_the_way_to_go(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/db.sqlite3"
    run_python(url, "-c", BEFORE_0_2)
    run = start_python(url, "manage.py", "migrate", "--noinput")
    assert run.returncode != 0
    assert "Upgrade it to 0.2.0 first" in run.stderr


def test_every_migration_can_be_undone() -> None:
    """So that a site can go back to the release before."""
    loader = MigrationLoader(None)
    ours = {key: each for key, each in loader.disk_migrations.items() if key[0] in ("accounts", "games")}
    assert len(ours) > 10
    assert [key for key, each in ours.items() if not all(step.reversible for step in each.operations)] == []


TELL_APPLIED = """
import django; django.setup()
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
for app, name in sorted(MigrationRecorder(connection).applied_migrations()):
    if app in ("accounts", "games"):
        print(f"{app}/migrations/{name}.py")
"""


def list_ways_back() -> list[str]:
    """Return the `go_back` commands that `docs/operations.md` names."""
    return re.findall(r"^ +manage (go_back \S+)", (ROOT / "docs" / "operations.md").read_text("utf-8"), re.MULTILINE)


def go_back_and_forth(url: str) -> None:
    """Migrate, go back to each release in turn, and come back."""
    run_python(url, "manage.py", "migrate", "--noinput")
    newest = run_python(url, "-c", TELL_APPLIED).split()
    for command in list_ways_back():
        said = run_python(url, "manage.py", *command.split())
        release = RELEASES[command.split()[1]]
        assert f"git checkout {release.commit}" in said
        assert run_python(url, "-c", TELL_APPLIED).split() == list_files(newest, release.migrations)
    run_python(url, "manage.py", "migrate", "--noinput")
    assert run_python(url, "-c", TELL_APPLIED).split() == newest


def list_files(newest: list[str], last: dict[str, str]) -> list[str]:
    return [
        file
        for file in newest
        for app, name in last.items()
        if file.startswith(f"{app}/") and file <= f"{app}/migrations/{name}.py"
    ]


def test_there_are_commands_that_go_back_to_each_release() -> None:
    assert {command.split()[1] for command in list_ways_back()} == {*RELEASES}
    if newest := RELEASES.get(__version__):
        assert list_files([*read_released()], newest.migrations) == [*read_released()]


@pytest.mark.long
def test_the_commands_that_go_back_undo_what_came_after_a_release(tmp_path: Path) -> None:
    """Deep rounds try them on PostgreSQL, as sites of production use it."""
    go_back_and_forth(f"sqlite:///{tmp_path}/db.sqlite3")


@pytest.mark.deep
@pytest.mark.postgres
def test_they_do_so_on_postgresql(empty_database: str) -> None:
    go_back_and_forth(empty_database)
