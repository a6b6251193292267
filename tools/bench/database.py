"""Runs a measurement on a temporary PostgreSQL database."""

import gc
import os
from collections.abc import Callable

import django
from django.conf import settings

from insidejob.settings import base
from insidejob.settings.connections import KEPT
from insidejob.templates import read_all
from tests.run import find_postgres
from tools.bench.bare import PAGES
from tools.bench.figures import Figure


def measure_on_postgres(measure: Callable[[], list[Figure]]) -> list[Figure]:
    with find_postgres() as found:
        if not found:
            print("  left out: no PostgreSQL is at hand")
            return []
        url, description = found
        print(f"  {description}")
        set_up(url)
        return measure_in_test_database(measure)


def set_up(url: str) -> None:
    os.environ.update(DATABASE_URL=url, DJANGO_SETTINGS_MODULE="insidejob.settings.test")
    settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, "tools.bench.bare"]
    settings.ROOT_URLCONF = "tools.bench.bare.urls"
    settings.TEMPLATES[0]["DIRS"].append(PAGES)
    settings.DATABASES["default"].update(CONN_MAX_AGE=KEPT, CONN_HEALTH_CHECKS=True)
    settings.WHITENOISE_AUTOREFRESH = False
    settings.ANNOUNCEMENTS_KEPT = base.ANNOUNCEMENTS_KEPT
    django.setup()
    read_all()
    gc.freeze()
    gc.set_threshold(50_000)


def measure_in_test_database(measure: Callable[[], list[Figure]]) -> list[Figure]:
    # Settings must be complete before.
    from django.db import connection

    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0)
    try:
        return measure()
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)
