"""Runs the web server and a worker for each queue.

Workers run one task at a time, so the clock, codes and slow servers need one each.
"""

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
WEB_CONFIG = Path(__file__).parent.with_name("gunicorn_config.py")
ROOT = Path(__file__).resolve().parents[2]
CODE = ("accounts", "games", "insidejob")
HOST = "127.0.0.1"
CLOCK = "clock"
QUEUES = (CLOCK, "mail", "outbound")
START_LIMIT = 60.0
LOOK_EVERY, RELOAD_EVERY = 0.1, 1.0
FIRST_PAUSE, MAX_PAUSE = 1.0, 60.0


class SiteFailed(Exception):
    """The message is for the person who started the site."""


def web_command(port: int) -> list[str]:
    """One process: SQLite has one writer anyway."""
    options = ["--config", str(WEB_CONFIG), "--bind", f"{HOST}:{port}", "--worker-class", "gthread", "--threads", "8"]
    quiet = ["--log-level", "warning", "--no-control-socket", "--graceful-timeout", "5"]
    return [sys.executable, "-m", "gunicorn", *options, *quiet, "insidejob.wsgi"]


def reloading_web_command(port: int) -> list[str]:
    """It reloads code, templates and translations."""
    return [sys.executable, "manage.py", "runserver", f"{HOST}:{port}"]


def worker_command(queue: str) -> list[str]:
    options = ["--queues", queue, "--hostname", f"{queue}@%h", "--pool", "solo", "--loglevel", "WARNING"]
    options += ["--beat"] if queue == CLOCK else []
    alone = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    return [sys.executable, "-m", "celery", "--quiet", "--app", "insidejob", "worker", *options, *alone]


def list_times() -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for folder in CODE for path in (ROOT / folder).rglob("*.py")}


class Child:
    """Ends with this process, even after `kill -9`: see `guard`."""

    def __init__(self, command: list[str]) -> None:
        guarded = [sys.executable, "-I", str(GUARD), *command]
        self._guard = subprocess.Popen(guarded, stdin=subprocess.PIPE, process_group=0, cwd=ROOT)  # noqa: S603
        self.started = time.monotonic()

    def has_ended(self) -> bool:
        return self._guard.poll() is not None

    def ask_to_stop(self) -> None:
        if self._guard.stdin:
            self._guard.stdin.close()

    def wait(self) -> None:
        """Wait for the whole process group."""
        self._guard.wait()


@dataclass
class Worker:
    """Restarts after growing pauses."""

    queue: str
    say: Callable[[str], None]
    child: Child = field(init=False)
    pause: float = FIRST_PAUSE
    due: float | None = None

    def __post_init__(self) -> None:
        self.child = Child(worker_command(self.queue))

    def start_again(self) -> None:
        self.child.ask_to_stop()
        self.child.wait()
        self.child, self.pause, self.due = Child(worker_command(self.queue)), FIRST_PAUSE, None

    def keep_up(self) -> None:
        now = time.monotonic()
        if self.due is not None and now >= self.due:
            self.child, self.due = Child(worker_command(self.queue)), None
        elif self.due is None and self.child.has_ended():
            if now - self.child.started > MAX_PAUSE:
                self.pause = FIRST_PAUSE
            self.say(f"The worker for {self.queue} ended unexpectedly; it starts again in {self.pause:.0f} s.")
            self.due, self.pause = now + self.pause, min(2 * self.pause, MAX_PAUSE)


def check_port(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            advice = f"stop what uses it, or choose another: PORT={port + 1} make run"
            raise SiteFailed(f"Port {port} cannot be used ({error.strerror}): {advice}") from None


def run_site(port: int, say: Callable[[str], None], *, stop_with_parent: bool, reload: bool = False) -> None:
    """Run until Ctrl-C, SIGTERM or, if asked, the end of the parent process. Raise `SiteFailed`."""
    check_port(port)
    # Links in emails need it.
    os.environ.setdefault("SITE_ADDRESS", f"http://localhost:{port}")
    if reload:
        os.environ["INSIDEJOB_RELOAD"] = "yes"
    parent = os.getppid() if stop_with_parent else None
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        # Shells start background commands with SIGINT ignored.
        signal.signal(signal_number, signal.default_int_handler)
    web, workers = Child((reloading_web_command if reload else web_command)(port)), list[Worker]()
    try:
        _announce(port, web, say)
        # Started later, not to delay the first page.
        workers += [Worker(queue, say) for queue in QUEUES]
        _watch(web, workers, parent, reload=reload)
    except KeyboardInterrupt:
        say("Stopping.")
    finally:
        _stop(web, *(worker.child for worker in workers))


def _announce(port: int, web: Child, say: Callable[[str], None]) -> None:
    limit = time.monotonic() + START_LIMIT
    while (status := _status_of_first_page(port)) is None:
        if web.has_ended() or time.monotonic() > limit:
            raise SiteFailed("The web server did not start; what it said stands above.")
        time.sleep(LOOK_EVERY)
    if status >= http.HTTPStatus.INTERNAL_SERVER_ERROR:
        raise SiteFailed(f"The web server started, but its first page fails with status {status}.")
    # Not 127.0.0.1: passkeys and secure cookies need a name.
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


def _watch(web: Child, workers: list[Worker], parent: int | None, *, reload: bool) -> None:
    known = list_times() if reload else {}
    while parent is None or os.getppid() == parent:
        if web.has_ended():
            raise SiteFailed("The web server ended unexpectedly; what it said stands above.")
        if reload and (times := list_times()) != known:
            known = times
            for worker in workers:
                worker.start_again()
        for worker in workers:
            worker.keep_up()
        time.sleep(RELOAD_EVERY if reload else LOOK_EVERY)


def _stop(*children: Child) -> None:
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        # A second Ctrl-C must not leave processes behind.
        signal.signal(signal_number, signal.SIG_IGN)
    for child in children:
        child.ask_to_stop()
    for child in children:
        child.wait()
