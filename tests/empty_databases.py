"""Databases without tables, and programs that migrate them."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

ROOT = Path(__file__).resolve().parent.parent


def start_python(url: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python on the database at `url`."""
    environment = os.environ | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "insidejob.settings.test"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)


def run_python(url: str, *arguments: str) -> str:
    """Run Python on the database at `url` and return what it prints."""
    run = start_python(url, *arguments)
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.fixture
def empty_database() -> Iterator[str]:
    """The URL of a database of its own on the server at DATABASE_URL."""
    server, name = os.environ["DATABASE_URL"], f"insidejob_{uuid4().hex}"
    before, _, query = server.partition("?")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        yield f"{before.rpartition('/')[0]}/{name}" + (f"?{query}" if query else "")
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
