"""Visitors who send a byte now and then and never end, to hold every thread of a site, and how long a page takes then.

python -m tools.slow_visitors                 through Caddy, as `deploy/Caddyfile` sets it up
python -m tools.slow_visitors --unprotected   through a Caddy that hands on what comes as it comes
"""

import argparse
import http.client
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from insidejob.embedded.runner import HOST, ROOT
from tests.infra.web_server import ANSWER_LIMIT, collect_static_files, development, run_command, run_web
from tools.torture.stage import free_port

CADDYFILE = ROOT / "deploy" / "Caddyfile"
BUFFERS = ("buffer_requests", "request_buffers 1MB")
"""How Caddy is told to read a whole form first: up to version 2.6, and from 2.7 on."""
CONNECTIONS = 64
ONE_PROCESS = ("--workers", "1")
DRIP_EVERY = 0.25
WARM_UP = 3.0
TO_US = b" HTTP/1.1\r\nHost: localhost\r\n"
FORM = b"POST /accounts/language/" + TO_US + b"Content-Type: application/x-www-form-urlencoded\r\n"
BEGINNINGS = {
    "a form": FORM + b"Content-Length: 50000\r\n\r\n",
    "a form in pieces": FORM + b"Transfer-Encoding: chunked\r\n\r\n",
    "headers": b"GET /" + TO_US + b"X-Slow: ",
}
"""What is sent at once."""
DRIPS = {"a form": b"x", "a form in pieces": b"1\r\nx\r\n", "headers": b"x"}
"""What is sent again and again."""


class Attack(threading.Thread):
    """Keeps connections dripping while the block runs; one that is closed is opened again."""

    def __init__(self, port: int, kinds: Sequence[str], connections: int = CONNECTIONS) -> None:
        super().__init__(daemon=True)
        self.port = port
        self.kinds = [kinds[number % len(kinds)] for number in range(connections)]
        self.sockets: list[socket.socket | None] = [None] * connections
        self.is_over, self.is_under_way = threading.Event(), threading.Event()
        self.opened = 0

    def __enter__(self) -> "Attack":
        self.start()
        self.is_under_way.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.is_over.set()
        self.join()
        for each in filter(None, self.sockets):
            each.close()

    def run(self) -> None:
        while not self.is_over.is_set():
            for number, kind in enumerate(self.kinds):
                self.drip(number, kind)
            self.is_under_way.set()
            self.is_over.wait(DRIP_EVERY)

    def drip(self, number: int, kind: str) -> None:
        """Send a few more bytes through a connection, or through a new one if it was closed or answered."""
        current = self.sockets[number]
        try:
            if current is None:
                self.sockets[number] = current = socket.create_connection((HOST, self.port), 10)
                self.opened += 1
                current.sendall(BEGINNINGS[kind])
                current.setblocking(False)
            with suppress(BlockingIOError):
                current.send(DRIPS[kind])
                # Bytes are an answer, none the end; as a rule there is nothing yet.
                current.recv(4096)
                self.hang_up(number)
        except OSError:
            self.hang_up(number)

    def hang_up(self, number: int) -> None:
        if current := self.sockets[number]:
            current.close()
        self.sockets[number] = None


def time_page(port: int, limit: float) -> float:
    """Return how many seconds the whole first page takes, or `limit` if it takes longer."""
    begun = time.monotonic()
    connection = http.client.HTTPConnection(HOST, port, timeout=limit)
    try:
        connection.request("GET", "/", headers={"Host": "localhost"})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == http.HTTPStatus.OK, answer.status
    except TimeoutError:
        return limit
    finally:
        connection.close()
    return time.monotonic() - begun


def time_pages(port: int, *, seconds: float, limit: float) -> list[float]:
    """Ask for one page after the other for `seconds`. Return how many seconds each took."""
    end, taken = time.monotonic() + seconds, []
    while time.monotonic() < end:
        taken.append(time_page(port, limit))
        time.sleep(DRIP_EVERY)
    return taken


def adapt_caddyfile(environment: dict[str, str]) -> dict[str, Any]:
    """Return the shipped Caddyfile as the JSON that Caddy makes of it. Raises `subprocess.CalledProcessError`."""
    command = ["caddy", "adapt", "--config", str(CADDYFILE)]
    for buffers in BUFFERS:
        adapted = subprocess.run(command, env=environment | {"SITE_BUFFERS": buffers}, capture_output=True, check=False)
        if adapted.returncode == 0:
            break
    adapted.check_returncode()
    settings: dict[str, Any] = json.loads(adapted.stdout)
    return settings


def leave_unprotected(settings: Any) -> Any:
    """Return settings of Caddy without those that guard the site from slow visitors."""
    guards = {"read_timeout", "read_header_timeout", "buffer_requests", "request_buffers"}
    if isinstance(settings, dict):
        return {name: leave_unprotected(value) for name, value in settings.items() if name not in guards}
    return [leave_unprotected(each) for each in settings] if isinstance(settings, list) else settings


@contextmanager
def run_caddy(folder: Path, upstream: int, *, protected: bool = True) -> Iterator[int]:
    """Run Caddy as the Caddyfile says, but without TLS, before the site at a port; give the port of Caddy."""
    port = free_port()
    (folder / "caddy").mkdir()
    # Nothing of a Caddy that may run on this machine is looked at, or written to.
    places = {f"XDG_{kind}_HOME": str(folder / "caddy") for kind in ("CONFIG", "DATA")}
    where = {"SITE_HOST": f"http://localhost:{port}", "SITE_UPSTREAM": f"{HOST}:{upstream}"}
    where["SITE_ERRORS"] = str(CADDYFILE.parent)
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder / "caddy"), **places, **where}
    settings = adapt_caddyfile(environment)
    settings["admin"] = {"disabled": True, "config": {"persist": False}}
    file = folder / "caddy" / "settings.json"
    file.write_text(json.dumps(settings if protected else leave_unprotected(settings)))
    with run_command(["caddy", "run", "--config", str(file)], port, folder / "caddy", environment):
        yield port


@contextmanager
def run_behind_caddy(folder: Path, *, protected: bool = True) -> Iterator[int]:
    """Run gunicorn as the unit does and Caddy as the Caddyfile says, but without TLS; give the port of Caddy.

    Without protection the site has one process: of two, one may get so few of the slow visitors that it has threads to
    spare, and pages go there.
    """
    site = development(folder)
    collect_static_files(site)
    # The first page shows the case of the day.
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], env=site, cwd=ROOT, check=True)
    with (
        run_web(folder, site, as_unit=True, options=() if protected else ONE_PROCESS) as web,
        run_caddy(folder, web.port, protected=protected) as port,
    ):
        # What a process does once, for its first page, is no slow visitor's work.
        time_pages(port, seconds=WARM_UP, limit=ANSWER_LIMIT)
        yield port


def main(arguments: list[str]) -> int:
    """Attack, and print how long pages took."""
    parser = argparse.ArgumentParser(prog="python -m tools.slow_visitors", description=__doc__.splitlines()[0])
    parser.add_argument("--connections", type=int, default=CONNECTIONS)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--unprotected", action="store_true")
    asked = parser.parse_args(arguments)
    with (
        tempfile.TemporaryDirectory() as folder,
        run_behind_caddy(Path(folder), protected=not asked.unprotected) as port,
    ):
        for name, kinds in {**{kind: [kind] for kind in BEGINNINGS}, "all at once": list(BEGINNINGS)}.items():
            with Attack(port, kinds, asked.connections) as attack:
                taken = sorted(time_pages(port, seconds=asked.seconds, limit=60))
            print(
                f"{asked.connections} connections, {name}: {len(taken)} pages, median {taken[len(taken) // 2]:.2f} s, "
                f"slowest {taken[-1]:.2f} s; {attack.opened} connections opened",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
