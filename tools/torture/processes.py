"""Programs that can be killed. Like systemd, a supervisor starts each again when it has ended."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import psutil

from insidejob.embedded.runner import ROOT

GUARD = Path(__file__).with_name("guard.py")
PAUSE = 0.5
LOOK_EVERY = 0.1
START_LIMIT = 60.0
"""In seconds, for an idle machine, like all limits here."""
GRACE = 20.0


class Stuck(Exception):
    """Something did not happen in time. The message says what."""


def slowdown() -> float:
    """Return how many times longer a program takes now than on an idle machine: the load per processor, at least 1."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def wait_until(is_so: Callable[[], bool], limit: float, what: str) -> float:
    """Return after how many seconds it was so. Raises `Stuck` if it is not within `limit` seconds.

    If others take most of the machine, a second counts for the part that was left to us. Otherwise a site on a busy
    machine would look stuck.
    """
    begun = before = time.monotonic()
    had = 0.0
    while not is_so():
        now = time.monotonic()
        had, before = had + (now - before) / slowdown(), now
        if had > limit:
            raise Stuck(f"{what}: not within {limit:.0f} s, {now - begun:.0f} s by the clock of a busy machine")
        time.sleep(LOOK_EVERY)
    return time.monotonic() - begun


class Service:
    """One program and all that it starts.

    A guarded one stands under `tools.torture.guard`: what is left of its group ends when its first process ends,
    and all of it when this process ends, even by `kill -9`. PostgreSQL runs as another user and minds its children.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        *,
        folder: Path,
        environment: Mapping[str, str],
        guarded: bool = True,
        user: str | None = None,
    ) -> None:
        self.name, self.guarded, self.user, self.environment = name, guarded, user, environment
        self.command = [sys.executable, "-I", str(GUARD), *command] if guarded else list(command)
        self.folder = folder
        self.is_wanted = True
        self.process: subprocess.Popen[bytes] | None = None
        # So that nothing is killed while it is being started, which would live on.
        self.lock = threading.Lock()

    def start_again(self) -> bool:
        """Start it if it has ended and is wanted; tell whether that was so."""
        with self.lock:
            if not (self.is_wanted and self.has_ended()):
                return False
            self.start()
            return True

    def start(self) -> None:
        """Start it. Its output goes to a file named after it."""
        if self.process and self.process.stdin:
            self.process.stdin.close()
        with (self.folder / f"{self.name}.log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                process_group=0,
                user=self.user,
                env=self.environment,
                # The user of PostgreSQL may not be let into the folder of the project.
                cwd=ROOT if self.user is None else "/",
            )

    def has_ended(self) -> bool:
        """Return whether it has ended, and nothing of its group is left."""
        return self.process is None or self.process.poll() is not None

    def family(self) -> list[psutil.Process]:
        """Return its processes, the first one first, without the guard."""
        if self.process is None or self.process.poll() is not None:
            return []
        with suppress(psutil.NoSuchProcess):
            root = psutil.Process(self.process.pid)
            below = root.children(recursive=True)
            return below if self.guarded else [root, *below]
        return []

    def kill(self) -> list[psutil.Process]:
        """Kill all of it at one instant, so that the first process can start no other. Returns what was killed."""
        with self.lock:
            # A guard that was started a moment ago has nothing to guard yet.
            wait_until(lambda: self.has_ended() or bool(self.family()), START_LIMIT, f"{self.name} is there")
            family = self.family()
            if family:
                send(family[0], signal.SIGSTOP)
                family = self.family() or family
            for process in family:
                send(process, signal.SIGKILL)
            return family

    def end(self) -> None:
        """End it and return when it is gone.

        PostgreSQL is shut down, because it would leave shared memory behind if killed.
        """
        self.is_wanted = False
        if self.process is None:
            return
        if not self.guarded:
            with suppress(subprocess.TimeoutExpired):
                self.process.send_signal(signal.SIGINT)
                self.process.wait(GRACE * slowdown())
        self.kill()
        if self.process.stdin:
            self.process.stdin.close()
        self.process.wait()


def send(process: psutil.Process, number: signal.Signals) -> bool:
    """Send a signal, and tell whether the process was still there. psutil makes sure that it is the same one."""
    with suppress(psutil.NoSuchProcess):
        process.send_signal(number)
        return True
    return False


def is_gone(process: psutil.Process) -> bool:
    """Tell whether a process has ended, even if no one has asked how."""
    with suppress(psutil.NoSuchProcess):
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    return True


def wait_for_end(processes: Sequence[psutil.Process]) -> None:
    """Return when all have ended. Raises `Stuck` if they do not."""
    wait_until(lambda: all(is_gone(process) for process in processes), START_LIMIT, "what was killed ends")


class Supervisor:
    """A thread that starts again what has ended and is wanted."""

    def __init__(self, services: Sequence[Service]) -> None:
        self.services = services
        self.restarts = 0
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)

    def __enter__(self) -> "Supervisor":
        for service in self.services:
            service.start()
        self.thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stopped.set()
        self.thread.join()
        for service in self.services:
            service.end()

    def watch(self) -> None:
        while not self.stopped.wait(PAUSE):
            for service in self.services:
                self.restarts += service.start_again()
