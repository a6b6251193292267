"""The site under test: started as a person starts it, in a folder of its own, and stopped without a trace."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from tools.torture.stage import free_port

ROOT = Path(__file__).resolve().parent.parent.parent
START_LIMIT, STOP_LIMIT = 300.0, 60.0
"""Seconds, on a busy machine: no test here judges speed."""


@dataclass
class Site:
    """A site that answers at `url` and keeps what it writes in the folder `var`."""

    url: str
    var: Path
    clock: subprocess.Popen[str] | None = None

    def pass_time(self, what: str, *codes: str) -> str:
        """Let the time come for what `tests.browser.clock` names, in the database: the site itself cannot."""
        return str(self._ask_clock(what, *codes))

    def start_session(self, email: str, language: str) -> tuple[str, str]:
        """Store a session of somebody who reads in `language`; return the name and the value of its cookie."""
        name, value = self._ask_clock("session", email, language)
        return name, value

    def _ask_clock(self, *words: str) -> Any:
        if self.clock is None:
            self.clock = subprocess.Popen(
                [sys.executable, "-m", "tests.browser.clock"],
                cwd=ROOT, env=environment(self.var), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            )  # fmt: skip
        assert self.clock.stdin
        assert self.clock.stdout
        print(*words, file=self.clock.stdin, flush=True)
        return json.loads(self.clock.stdout.readline())

    def describe_post(self, email: str) -> str:
        """Return what became of all that somebody was to be told: what a test says whose mail does not come."""
        return self.pass_time("post", email)


def set_up(var: Path) -> dict[str, Any]:
    """Make the database of a site in the folder `var`, with people and games that tests start from; return their names.

    Static files are collected, too, so that sites that start at one time do not do so at one time.
    """
    command = [sys.executable, "-m", "tests.browser.stage"]
    # The stage looks for certain games among many deals, so its chance is a stream that begins the same each time.
    env = environment(var) | {"DJANGO_SETTINGS_MODULE": "insidejob.settings.dev"}
    made = subprocess.run(command, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE)
    scenes: dict[str, Any] = json.loads(made.stdout)
    return scenes


@contextmanager
def run_site(var: Path) -> Iterator[Site]:
    """Run web server and worker by `manage.py site`; fail if anything of it is left afterwards."""
    port = free_port()
    command = [sys.executable, "manage.py", "site", "--stop-with-parent", "--port", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, env=environment(var))
    site = Site(f"http://localhost:{port}", var)
    try:
        wait_for_answer(site.url, process)
        yield site
    finally:
        if site.clock:
            site.clock.communicate()
        stop(process)


def environment(var: Path) -> dict[str, str]:
    """Return the environment of development with steady chance (`chance.py`), with what the site writes in `var`."""
    settings = {"INSIDEJOB_VAR": str(var), "DJANGO_SETTINGS_MODULE": "tests.browser.settings"}
    return os.environ | settings | {"OPENINGS_AN_HOUR": "1000000"}


def wait_for_answer(url: str, process: subprocess.Popen[bytes]) -> None:
    """Return once the first page is answered; fail if it is not in time."""
    end = time.monotonic() + START_LIMIT
    while time.monotonic() < end and process.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=5).close()  # noqa: S310
        except OSError:
            # Refused while it starts, or too slow at first: both are OSError.
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the site did not start; what it said stands above")


def stop(process: subprocess.Popen[bytes]) -> None:
    """Stop the site as Ctrl-C does, and fail if it takes long or leaves a process behind."""
    family = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
    process.send_signal(signal.SIGINT)
    try:
        process.wait(STOP_LIMIT)
    finally:
        process.kill()
    _, alive = psutil.wait_procs(family, timeout=2)
    for orphan in alive:
        orphan.kill()
    assert not alive, f"left behind: {alive}"
