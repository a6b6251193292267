"""Web server and worker as children of one command, stopped together."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

GUARD = Path(__file__).with_name("guard.py")
ROOT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"
START_LIMIT = 60.0
LOOK_EVERY = 0.1
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0


class SiteFailed(Exception):
    """The site cannot start or go on; the message says why, in a sentence for whoever started it."""


def web_command(port: int) -> list[str]:
    """Return the command of the web server: one process, as SQLite's one writer gains nothing from more."""
    options = ["--bind", f"{HOST}:{port}", "--worker-class", "gthread", "--threads", "8"]
    quiet = ["--log-level", "warning", "--no-control-socket", "--graceful-timeout", "5"]
    return [sys.executable, "-m", "gunicorn", *options, *quiet, "insidejob.wsgi"]


def worker_command() -> list[str]:
    """Return the command of the one Celery worker, with beat inside."""
    options = ["--pool", "solo", "--beat", "--loglevel", "WARNING"]
    alone = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    return [sys.executable, "-m", "celery", "--quiet", "--app", "insidejob", "worker", *options, *alone]


class Child:
    """A command under the guard, which ends it when this process ends, even by `kill -9`."""

    def __init__(self, command: list[str]) -> None:
        guarded = [sys.executable, "-I", str(GUARD), *command]
        self._guard = subprocess.Popen(guarded, stdin=subprocess.PIPE, process_group=0, cwd=ROOT)  # noqa: S603
        self.started = time.monotonic()

    def has_ended(self) -> bool:
        """Return whether the command has ended, by itself or not."""
        return self._guard.poll() is not None

    def ask_to_stop(self) -> None:
        """Let the guard see that it is time."""
        if self._guard.stdin:
            self._guard.stdin.close()

    def wait(self) -> None:
        """Return when nothing of the command is left."""
        self._guard.wait()


@dataclass
class Worker:
    """The worker, started again after a pause that grows while it keeps ending."""

    say: Callable[[str], None]
    child: Child = field(default_factory=lambda: Child(worker_command()))
    pause: float = FIRST_PAUSE
    due: float | None = None

    def keep_up(self) -> None:
        """Start the worker again if it has ended and the pause is over."""
        now = time.monotonic()
        if self.due is not None and now >= self.due:
            self.child, self.due = Child(worker_command()), None
        elif self.due is None and self.child.has_ended():
            if now - self.child.started > LONGEST_PAUSE:
                self.pause = FIRST_PAUSE
            self.say(f"The worker ended unexpectedly; it starts again in {self.pause:.0f} s.")
            self.due, self.pause = now + self.pause, min(2 * self.pause, LONGEST_PAUSE)


def check_port(port: int) -> None:
    """Raise `SiteFailed` unless the site may listen at `port`."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            advice = f"stop what uses it, or choose another: PORT={port + 1} make run"
            raise SiteFailed(f"Port {port} cannot be used ({error.strerror}): {advice}") from None


def run_site(port: int, say: Callable[[str], None], *, stop_with_parent: bool) -> None:
    """Run the site until Ctrl-C, SIGTERM or, if asked for, the end of the process that started this one.

    Raises `SiteFailed` if the port is taken or the web server ends or does not answer.
    """
    check_port(port)
    # Both children write mails with links.
    os.environ.setdefault("SITE_ADDRESS", f"http://localhost:{port}")
    parent = os.getppid() if stop_with_parent else None
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        # Set here, as a shell starts background commands with SIGINT ignored.
        signal.signal(signal_number, signal.default_int_handler)
    web, worker = Child(web_command(port)), Worker(say)
    try:
        _announce(port, web, say)
        _watch(web, worker, parent)
    except KeyboardInterrupt:
        say("Stopping.")
    finally:
        _stop(web, worker.child)


def _announce(port: int, web: Child, say: Callable[[str], None]) -> None:
    limit = time.monotonic() + START_LIMIT
    while (status := _status_of_first_page(port)) is None:
        if web.has_ended() or time.monotonic() > limit:
            raise SiteFailed("The web server did not start; what it said stands above.")
        time.sleep(LOOK_EVERY)
    if status >= http.HTTPStatus.INTERNAL_SERVER_ERROR:
        raise SiteFailed(f"The web server started, but its first page fails with status {status}.")
    # Not 127.0.0.1: passkeys and secure cookies want a name.
    say(f"Inside Job is at http://localhost:{port}/ (Ctrl-C stops it)")


def _status_of_first_page(port: int) -> int | None:
    connection = http.client.HTTPConnection(HOST, port, timeout=START_LIMIT)
    try:
        connection.request("GET", "/", headers={"Host": f"localhost:{port}"})
        return connection.getresponse().status
    except OSError:
        return None
    finally:
        connection.close()


def _watch(web: Child, worker: Worker, parent: int | None) -> None:
    while parent is None or os.getppid() == parent:
        if web.has_ended():
            raise SiteFailed("The web server ended unexpectedly; what it said stands above.")
        worker.keep_up()
        time.sleep(LOOK_EVERY)


def _stop(*children: Child) -> None:
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        # A second Ctrl-C must not leave half of it running.
        signal.signal(signal_number, signal.SIG_IGN)
    for child in children:
        child.ask_to_stop()
    for child in children:
        child.wait()
