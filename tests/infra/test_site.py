"""`manage.py site`: it answers, and nothing of it outlives it."""

import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import psutil
import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from tests.infra.builders import run_python
from tests.rounds import is_deep
from tools.torture.stage import free_port

pytestmark = pytest.mark.slow
START_LIMIT, STOP_LIMIT = 60, 20
FAMILY = (
    "the runner",
    "what has loaded the site",
    "web server",
    "its worker",
    "clock",
    "mail",
    "outbound",
    "beat",
    "streams",
)
MEMORY = 300 * 10**6
"""Bytes that `make run` may take in all."""


class Site:
    """A site started as `make run` starts it, in a folder of its own."""

    def __init__(self, folder: Path, port: int, options: str = "") -> None:
        self.port = port
        environment = os.environ | {"INSIDEJOB_VAR": str(folder), "DJANGO_SETTINGS_MODULE": "insidejob.settings.dev"}
        # A shell between us and the site, as make is between a person and the site.
        command = f"{sys.executable} manage.py site --stop-with-parent --port {port} {options} & echo $!; wait $!"
        self.shell = subprocess.Popen(
            ["/bin/sh", "-c", command], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert self.shell.stdout
        self.process = psutil.Process(int(self.shell.stdout.readline()))
        self.output: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        wait_until(lambda: self.says("http://localhost") or self.shell.poll() is not None, START_LIMIT)
        assert self.shell.poll() is None, self.output
        wait_until(lambda: len(self.family()) >= len(FAMILY), START_LIMIT)

    def _read(self) -> None:
        assert self.shell.stdout
        self.output.extend(self.shell.stdout)

    def close(self) -> None:
        self.shell.wait()
        self._reader.join()
        if self.shell.stdout:
            self.shell.stdout.close()

    def says(self, words: str) -> bool:
        return any(words in line for line in self.output)

    def family(self) -> list[psutil.Process]:
        """The site's process and all below it that run."""
        return [process for process in (self.process, *self.process.children(recursive=True)) if is_alive(process)]

    def workers(self, *, web: bool = False) -> list[psutil.Process]:
        """Return workers and beat in the order of their start, or with the web server before them."""
        (loaded,) = self.process.children()
        return sorted(loaded.children(), key=lambda process: process.pid)[0 if web else 1 :]


def wait_until(is_so: Callable[[], bool], limit: float) -> None:
    end = time.monotonic() + limit
    while not is_so():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


@pytest.fixture
def site(
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[Site]:
    """A site that has said its address; a test may give it options.

    The first begins with an empty folder if rounds are deep, and else with a copy of the database of tests. Others get
    the database of the first, because half of a start are the migrations.
    """
    kept = tmp_path_factory.getbasetemp() / "database-of-the-first-site"
    if kept.exists():
        shutil.copytree(kept, tmp_path, dirs_exist_ok=True)
    elif not is_deep() and connection.vendor == "sqlite":
        with django_db_blocker.unblock(), closing(sqlite3.connect(tmp_path / "db.sqlite3")) as copy:
            connection.ensure_connection()
            connection.connection.backup(copy)
    site = Site(tmp_path, free_port(), getattr(request, "param", ""))
    family = site.family()
    yield site
    if site.process.is_running():
        # Those that took the place of others since.
        family += site.family()
    for process in [*family, psutil.Process(site.shell.pid)] if site.shell.poll() is None else family:
        if process.is_running():
            process.kill()
    site.close()
    kept.mkdir(exist_ok=True)
    for file in tmp_path.glob("db.sqlite3*"):
        shutil.copy(file, kept)


def assert_all_end(family: list[psutil.Process]) -> None:
    _, alive = psutil.wait_procs(family, timeout=STOP_LIMIT)
    assert not [process.cmdline() for process in alive if process.status() != psutil.STATUS_ZOMBIE]


SIGNALS = [
    signal.SIGTERM,
    pytest.param(signal.SIGINT, marks=pytest.mark.deep),
    pytest.param(signal.SIGKILL, marks=pytest.mark.deep),
]


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_the_site_answers_takes_little_memory_and_nothing_outlives_it_however_it_ends(
    site: Site, number: signal.Signals
) -> None:
    assert site.says(f"http://localhost:{site.port}/")
    assert answers(site.port)
    assert_little_memory(site)
    family = site.family()
    site.process.send_signal(number)
    assert_all_end(family)


@pytest.mark.deep
def test_nothing_outlives_the_program_that_started_the_site(site: Site) -> None:
    family = site.family()
    site.shell.kill()
    assert_all_end(family)


@pytest.mark.deep
def test_a_process_that_dies_is_replaced_and_the_site_ends_when_its_web_server_dies(site: Site) -> None:
    clock, beat = site.workers()[0], site.workers()[-2]
    for process, name in ((clock, "clock"), (beat, "beat")):
        process.kill()
        wait_until(partial(site.says, f"{name} ended unexpectedly; it starts again"), STOP_LIMIT)
    wait_until(lambda: len(site.family()) == len(FAMILY), START_LIMIT)
    assert not {clock, beat} & {*site.family()}
    assert_it_ends_with_its_web_server(site)


def assert_it_ends_with_its_web_server(site: Site) -> None:
    family = site.family()
    (web,) = [process for process in site.workers(web=True) if process.children()]
    web.kill()
    assert_all_end(family)
    wait_until(lambda: site.says("web server ended unexpectedly"), STOP_LIMIT)
    assert site.shell.wait(STOP_LIMIT) == 1


@pytest.mark.deep
@pytest.mark.parametrize("site", ["--reload"], indirect=True)
def test_changed_code_starts_the_site_again(site: Site) -> None:
    _, *family = site.family()
    Path("games/clock/table_clock.py").touch()
    assert_all_end(family)
    wait_until(lambda: answers(site.port), START_LIMIT)
    wait_until(lambda: len(site.family()) == len(FAMILY), START_LIMIT)


def assert_little_memory(site: Site) -> None:
    """Fail if the processes take much; what they share is known on Linux alone."""
    if not Path("/proc/self/smaps_rollup").exists():
        return
    sizes = {process.pid: process.memory_full_info().pss for process in site.family()}
    assert sum(sizes.values()) < MEMORY, sizes
    assert sizes[site.process.pid] < MEMORY / 10, "the runner has imported the site"


def is_alive(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def answers(port: int) -> bool:
    """Tell whether the first page is served at `port`."""
    try:
        with urllib.request.urlopen(f"http://localhost:{port}/") as answer:
            return bool(answer.status == 200)
    except urllib.error.URLError:
        return False


def test_a_port_in_use_is_said_in_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        run = run_python(tmp_path, "manage.py", "site", "--port", str(port))
    assert run.returncode == 1
    assert run.stderr.strip().count("\n") == 0
    assert f"Port {port} cannot be used" in run.stderr
