"""Measure one database: `python -m tools.bench.http FOLDER BARE_DATABASE [--quick] [--processes] [--listen] [--peers]`.

The last line printed is JSON.
"""

import json
import os
import sys
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path

import django
from django.core.management import call_command
from django.db import connection

from tools.bench.backends import Backends
from tools.bench.bare.prepare import make_things
from tools.bench.figures import Figure
from tools.bench.http.environment import BARE, bare_environment, prepare_bare
from tools.bench.http.server import Server

SITE = "insidejob.wsgi"
PLAIN = "tools.bench.http.plain"
THINGS = 48
MORE_WORKERS = (1, 2, 4)


def measure_requests(folder: Path, bare_database: str, is_quick: bool) -> list[Figure]:
    site = set_up()
    from tests.races.answers import CSRF
    from tools.bench.http import compare, report, tables

    people, effort = tables.People(), compare.QUICK if is_quick else compare.FULL
    things, bare = make_things(THINGS), bare_environment(site, folder, bare_database)
    sessions = prepare_bare(bare, tables.PEOPLE, THINGS)
    with ExitStack() as stack:
        ours = stack.enter_context(Server("site", folder, site, SITE))
        plain = stack.enter_context(Server("plain", folder, {**site, "DJANGO_SETTINGS_MODULE": PLAIN}, SITE))
        other = stack.enter_context(Server("bare", folder, bare, f"{BARE}.wsgi"))
        beside = {
            "a": compare.Bare(plain, list(people.cookies.values()), things),
            "b": compare.Bare(other, [f"sessionid={key}; csrftoken={CSRF}" for key in sessions], things),
        }
        databases = [site["DATABASE_URL"], bare_database] if bare_database else []
        backends = stack.enter_context(Backends(*databases))
        comparison = compare.Comparison(ours, beside, people, backends)
        alone = compare.measure_alone(comparison, effort)
        crowded = compare.measure_crowded(comparison, effort)
    return report.list_figures(connection.vendor, alone, crowded)


def measure_processes(folder: Path, is_quick: bool) -> list[Figure]:
    site = set_up()
    from tools.bench.http import compare, tables

    people, effort = tables.People(), compare.QUICK if is_quick else compare.FULL
    with ExitStack() as stack:
        servers = [
            stack.enter_context(Server(f"site-{workers}", folder, site, SITE, workers)) for workers in MORE_WORKERS
        ]
        return compare.scale(servers, people, effort)


def measure_listening(folder: Path, is_quick: bool) -> list[Figure]:
    site = set_up()
    from tools.bench.http import listen

    return listen.measure(folder, site, is_quick)


def measure_beside_peers(folder: Path, is_quick: bool) -> list[Figure]:
    site = set_up()
    from tools.bench.peers import ours

    return ours.measure(folder, site, is_quick)


def set_up() -> dict[str, str]:
    site = dict(os.environ)
    os.environ["DJANGO_SETTINGS_MODULE"] = PLAIN
    django.setup()
    call_command("migrate", run_syncdb=True, verbosity=0)
    make_rows_fast()
    from insidejob.embedded.static_files import collect_if_changed

    collect_if_changed()
    return site


def make_rows_fast() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous = OFF" if connection.vendor == "sqlite" else "SET synchronous_commit = off")


def main(folder: Path, bare_database: str, flags: list[str]) -> list[Figure]:
    is_quick = "--quick" in flags
    if "--listen" in flags:
        return measure_listening(folder, is_quick)
    if "--peers" in flags:
        return measure_beside_peers(folder, is_quick)
    if "--processes" in flags:
        return measure_processes(folder, is_quick)
    return measure_requests(folder, bare_database, is_quick)


if __name__ == "__main__":
    measured = main(Path(sys.argv[1]), sys.argv[2], sys.argv[3:])
    print(json.dumps([asdict(figure) for figure in measured]))
