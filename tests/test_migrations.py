"""Migrations are history: no released one changes, models and migrations agree, and the oldest database comes up."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from django.core.management import call_command
from django.db.migrations.loader import MigrationLoader

ROOT = Path(__file__).resolve().parent.parent
RELEASED = ROOT / "tests" / "released_migrations.sha256"


def read_released() -> dict[str, str]:
    """Return the digest of each released migration by its path, as `sha256sum` wrote them down."""
    pairs = (line.split() for line in RELEASED.read_text("utf-8").splitlines())
    return {path: digest for digest, path in pairs}


def test_no_released_migration_was_changed_or_taken_away() -> None:
    released = read_released()
    assert "games/migrations/0001_initial.py" in released
    for path, digest in released.items():
        assert hashlib.sha256((ROOT / path).read_bytes()).hexdigest() == digest, f"{path} is history: write a new one"


@pytest.mark.django_db
def test_the_models_need_no_further_migration() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def run_python(url: str, *arguments: str) -> str:
    """Run Python on the database at `url` and return what it prints."""
    environment = os.environ | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "insidejob.settings.test"}
    command = [sys.executable, *arguments]
    run = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


READ_MARKS = """
import django; django.setup()
from games.models import Player
player = Player.objects.get()
player.marks.append("struck"); player.save()
print(player.user.display_name, Player.objects.get().marks)
"""


def bring_up(url: str) -> None:
    """Migrate a database of the first commit, and look at what was in it."""
    run_python(url, "-m", "tests.first_commit")
    run_python(url, "manage.py", "migrate", "--noinput")
    assert run_python(url, "-c", READ_MARKS).strip() == "Ada ['struck']"


@pytest.fixture
def empty_database() -> Iterator[str]:
    """The URL of a database of its own on the server at DATABASE_URL."""
    server, name = os.environ["DATABASE_URL"], f"insidejob_{uuid4().hex}"
    before, _, query = server.partition("?")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        yield f"{before.rpartition('/')[0]}/{name}" + (f"?{query}" if query else "")
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.mark.deep
@pytest.mark.postgres
def test_a_database_of_the_first_commit_is_brought_up_on_postgresql(empty_database: str) -> None:
    bring_up(empty_database)


def test_every_migration_can_be_undone() -> None:
    """So that a site can go back to the release before."""
    loader = MigrationLoader(None)
    ours = {key: each for key, each in loader.disk_migrations.items() if key[0] in ("accounts", "games")}
    assert len(ours) > 50
    assert [key for key, each in ours.items() if not all(step.reversible for step in each.operations)] == []
