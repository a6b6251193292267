"""Makes a database for the measurement, and drops it afterwards unless it is to be kept."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import django
import psycopg
from django.core.management import call_command
from psycopg import sql

NAME = "insidejob_scale"


@contextmanager
def open_database(url: str, name: str = NAME, *, keep: bool = False) -> Iterator[bool]:
    with psycopg.connect(url, autocommit=True) as server:
        is_new = not server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone()
        if is_new:
            server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    set_up(url, name)
    try:
        call_command("migrate", verbosity=0)
        yield is_new
    finally:
        close()
        if not keep:
            with psycopg.connect(url, autocommit=True) as server:
                server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def set_up(url: str, name: str) -> None:
    from django.conf import settings

    os.environ.update(DATABASE_URL=url, DJANGO_SETTINGS_MODULE="insidejob.settings.test")
    settings.DATABASES["default"].update(NAME=name, CONN_MAX_AGE=None)
    # As in production: commits wait for the disk.
    settings.DATABASES["default"]["OPTIONS"]["options"] = "-c synchronous_commit=on"
    django.setup()


def close() -> None:
    from django.db import connections

    connections.close_all()
