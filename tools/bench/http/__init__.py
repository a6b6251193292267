"""Compares HTTP requests of the site with those of minimal views:

`make bench ARGS=http`. Each database is measured in a separate process, because Django can be set up only once in a
process.
"""

import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg

from tests.run import find_postgres
from tools.bench.figures import Figure, calibrate
from tools.bench.http.client import HOST
from tools.bench.http.environment import site_environment
from tools.torture.processes import Service
from tools.torture.stage import free_port

QUICK = "--quick"


def measure(is_quick: bool) -> Iterator[Figure]:
    if not shutil.which("redis-server"):
        print("  left out: no redis-server is at hand")
        return
    with find_postgres() as found:
        if not found:
            print("  PostgreSQL left out: none is at hand")
        else:
            print(f"  {found[1]}")
        databases = [*([found[0]] if found else []), *([""] if not (is_quick and found) else [])]
        yield Figure("calibration loop", calibrate() * 1000, "ms", "", True, "1 loop")
        for url in databases:
            yield from measure_on(url, *([QUICK] if is_quick else []))


def measure_processes(is_quick: bool) -> Iterator[Figure]:
    yield from measure_on_postgres("--processes", *([QUICK] if is_quick else []))


def measure_listening(is_quick: bool) -> Iterator[Figure]:
    yield from measure_on_postgres("--listen", *([QUICK] if is_quick else []))


def measure_on_postgres(*flags: str) -> Iterator[Figure]:
    with find_postgres() as found:
        if not found or not shutil.which("redis-server"):
            print("  left out: no PostgreSQL or no redis-server is at hand")
            return
        print(f"  {found[1]}")
        yield from measure_on(found[0], *flags)


def measure_on(url: str, *flags: str) -> list[Figure]:
    folder = Path(tempfile.mkdtemp(prefix="insidejob-bench-"))
    try:
        with ExitStack() as stack:
            databases = [stack.enter_context(make_database(url)) if url else "" for _ in range(2)]
            port = stack.enter_context(run_redis(folder))
            environment = site_environment(folder, databases[0], port)
            command = [sys.executable, "-m", "tools.bench.http", str(folder), databases[1], *flags]
            told = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout
            return [Figure(**figure) for figure in json.loads(told.splitlines()[-1])]
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def make_database(url: str) -> Iterator[str]:
    name = f"bench_{os.getpid()}_{secrets.token_hex(3)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    address, _, options = url.partition("?")
    try:
        yield f"{address.rpartition('/')[0]}/{name}" + (f"?{options}" if options else "")
    finally:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@contextmanager
def run_redis(folder: Path) -> Iterator[int]:
    port = free_port()
    command = ["redis-server", "--port", str(port), "--bind", HOST, "--dir", str(folder), "--appendonly", "yes"]
    redis = Service("redis", [*command, "--save", ""], folder=folder, environment=dict(os.environ))
    redis.start()
    try:
        yield port
    finally:
        redis.end()
