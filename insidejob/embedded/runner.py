"""Starts and stops the site, without importing Django or the site.

The site is a child process, `insidejob.embedded.processes`, in its own process group. Its standard input is a pipe
that only this process holds open. When this process ends, even by `kill -9`, the pipe is closed, and the child stops
its group.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

WEB_CONFIG = Path(__file__).parent.with_name("gunicorn_config.py")
ROOT = Path(__file__).resolve().parents[2]
CODE = ("accounts", "games", "insidejob", "locale")
HOST = "127.0.0.1"
LOOK_EVERY, RELOAD_EVERY = 0.1, 0.5


class SiteFailed(Exception):
    """The site cannot run. The message is for the person who started it."""


def run_site(port: int, *, stop_with_parent: bool, reload: bool = False) -> int:
    """Run the site and return an exit code.

    With `reload` it is started again whenever a module or a catalogue of texts changes. Raises `SiteFailed` if the port
    is taken.
    """
    _check_port(port)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "insidejob.settings.dev")
    # All processes need the address, because they write emails with links.
    os.environ.setdefault("SITE_ADDRESS", f"http://localhost:{port}")
    if reload:
        os.environ["INSIDEJOB_RELOAD"] = "yes"
    parent = os.getppid() if stop_with_parent else None
    for number in (signal.SIGINT, signal.SIGTERM):
        # A shell starts background commands with SIGINT ignored.
        signal.signal(number, signal.default_int_handler)
    site = Site(port)
    try:
        return _watch(site, parent, reload=reload)
    except KeyboardInterrupt:
        print("Stopping.", flush=True)
        return 0
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            # A second Ctrl-C must not leave half of it running.
            signal.signal(number, signal.SIG_IGN)
        site.stop()


def _check_port(port: int) -> None:
    """Raise `SiteFailed` if the port is taken."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            advice = f"stop what uses it, or choose another: PORT={port + 1} make run"
            raise SiteFailed(f"Port {port} cannot be used ({error.strerror}): {advice}") from None


class Site:
    """The process that holds the site, and its group."""

    def __init__(self, port: int) -> None:
        self._command = [sys.executable, "-m", "insidejob.embedded.processes", str(port)]
        self._start()

    def _start(self) -> None:
        self._first = subprocess.Popen(self._command, stdin=subprocess.PIPE, process_group=0, cwd=ROOT)  # noqa: S603

    def restart(self) -> None:
        self.stop()
        self._start()

    def poll(self) -> int | None:
        return self._first.poll()

    def stop(self) -> None:
        """Stop the site, and return when nothing of its group is left."""
        self._first.terminate()
        if self._first.stdin:
            self._first.stdin.close()
        self._first.wait()
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._first.pid, signal.SIGKILL)


def _watch(site: Site, parent: int | None, *, reload: bool) -> int:
    known = list_times() if reload else {}
    while parent is None or os.getppid() == parent:
        time.sleep(RELOAD_EVERY if reload else LOOK_EVERY)
        if reload and (times := list_times()) != known:
            known = times
            site.restart()
        elif not reload and (code := site.poll()) is not None:
            return code
    return 0


def list_times() -> dict[Path, int]:
    files = (path for folder in CODE for path in (ROOT / folder).rglob("*.[pm]*") if path.suffix in (".py", ".mo"))
    # Emacs locks a file by a link to nowhere.
    return {path: path.stat().st_mtime_ns for path in files if path.exists()}
