"""gunicorn as the site runs it: started for a test, sent bytes as they are, and its log read."""

import errno
import os
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from insidejob.embedded.processes import _list_web_options
from insidejob.embedded.runner import HOST, ROOT
from tools.torture.processes import START_LIMIT, Service, wait_until
from tools.torture.stage import free_port

UNIT = ROOT / "deploy" / "insidejob-web.service"
GUNICORN = (sys.executable, "-m", "gunicorn")
ANSWER_LIMIT = 30.0
COLLECT = "import django; django.setup(); from insidejob.embedded.static_files import collect_if_changed as c; c()"


@dataclass(frozen=True)
class WebServer:
    """A running gunicorn: where it listens, and the file that it logs to."""

    port: int
    log: Path

    def send(self, request: bytes) -> bytes:
        """Send bytes and nothing after them; return all that is answered, nothing if the connection is just closed."""
        with socket.create_connection((HOST, self.port), ANSWER_LIMIT) as connection:
            connection.sendall(request)
            try:
                connection.shutdown(socket.SHUT_WR)
            except OSError as error:
                # It has refused what it read, and hung up before the end.
                if error.errno != errno.ENOTCONN:
                    raise
            return b"".join(iter(lambda: connection.recv(65536), b""))

    def read_log(self) -> list[str]:
        """Return the lines logged so far, without those that tell, at any time, which processes start."""
        return [line for line in self.log.read_text().splitlines() if '"level": "info"' not in line]


def unit_command(port: int, folder: Path) -> list[str]:
    """Return the command of the systemd unit, with another port, this Python, and a folder of any system for files."""
    found = re.search(r"^ExecStart=\S+/gunicorn (.*)$", UNIT.read_text("utf-8"), re.MULTILINE)
    assert found
    words = [str(folder) if word == "/dev/shm" else word for word in shlex.split(found[1])]  # noqa: S108
    words[words.index("--bind") + 1] = f"{HOST}:{port}"
    return [*GUNICORN, *words]


def development(folder: Path) -> dict[str, str]:
    """Return the environment of `make run`, with files of its own."""
    return inherit() | {"DJANGO_SETTINGS_MODULE": "insidejob.settings.dev", "INSIDEJOB_VAR": str(folder)}


def production_without_servers() -> dict[str, str]:
    """Return the environment of production behind a proxy; neither database nor Redis answers."""
    return inherit() | {
        "DJANGO_SETTINGS_MODULE": "insidejob.settings.prod",
        "SECRET_KEY": "k0-Mixed-and-long-enough-to-be-taken-for-a-real-one-4f7a9c2e1d",
        "ALLOWED_HOSTS": "localhost",
        "DATABASE_URL": f"postgres://insidejob@{HOST}:1/insidejob",
        "REDIS_URL": f"redis://{HOST}:1/0",
        "EMAIL_URL": f"smtp://{HOST}:1",
        "DEFAULT_FROM_EMAIL": "Inside Job <hello@insidejob.example>",
        "SECURE_PROXY_SSL_HEADER": "X-Forwarded-Proto",
        "TRUSTED_PROXY_COUNT": "1",
    }


def inherit() -> dict[str, str]:
    """Return what a program needs of our own environment."""
    return {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}


def collect_static_files(environment: Mapping[str, str]) -> None:
    """Make ready what every page needs, an error page too."""
    collect_once(tuple(environment.items()))


@cache
def collect_once(environment: tuple[tuple[str, str], ...]) -> None:
    subprocess.run([sys.executable, "-c", COLLECT], env=dict(environment), cwd=ROOT, check=True)


@contextmanager
def run_web(
    folder: Path, environment: Mapping[str, str], *, as_unit: bool, options: Sequence[str] = ()
) -> Iterator[WebServer]:
    """Run gunicorn by the command of the systemd unit, or of `make run`. Raises `Stuck` if it does not start.

    `options` are for gunicorn, and count more than those of the command.
    """
    port = free_port()
    command = unit_command(port, folder) if as_unit else [*GUNICORN, *_list_web_options(port)]
    with run_command([*command, *options], port, folder, environment) as server:
        yield server


@contextmanager
def run_command(command: Sequence[str], port: int, folder: Path, environment: Mapping[str, str]) -> Iterator[WebServer]:
    """Run a command that listens at `port`, and end it. Raises `Stuck` if it does not start."""
    service = Service("web", command, folder=folder, environment=environment)
    service.start()
    try:
        wait_until(lambda: listens(port), START_LIMIT, "the web server starts")
        wait_for_worker(port)
        yield WebServer(port, folder / "web.log")
    finally:
        service.end()


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0


def wait_for_worker(port: int) -> None:
    """Gunicorn listens before its worker has loaded the site, which takes long on a busy machine."""
    with socket.create_connection((HOST, port), START_LIMIT) as connection:
        connection.shutdown(socket.SHUT_WR)
        connection.recv(1)
