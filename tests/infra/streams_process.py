"""The process that serves streams, started as a person starts it, and those who listen to it."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from pytest_django import Settings

from insidejob.embedded.keys import keep_secret_key
from insidejob.streams.passes import lead_to_stream
from insidejob.streams.server import COMMENT
from tests.infra.redis_server import HOST
from tests.infra.waiting import LIMIT, wait_until
from tools.torture.stage import free_port


class Streams:
    """The process, and those who listen to it."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.port = free_port()
        self.environment = environment
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "insidejob.streams", f"{HOST}:{self.port}"]
        self.process = subprocess.Popen(command, env={**os.environ, **self.environment})
        wait_until(lambda: self.ask(make_pass("ready")).startswith("HTTP/1.1 200"))

    def ask(self, signed: str) -> str:
        """Return the head of an answer, or nothing where nobody answers."""
        try:
            with closing(Stream(self.port, signed)) as stream:
                return stream.head
        except OSError:
            return ""

    def stop(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(LIMIT)


class Stream:
    """An open stream, read like a browser does."""

    def __init__(self, port: int, signed: str, headers: str = "") -> None:
        self.socket = socket.create_connection((HOST, port), timeout=LIMIT)
        self.socket.sendall(f"GET /stream/?pass={signed} HTTP/1.1\r\nHost: {HOST}\r\n{headers}\r\n".encode())
        self.received = b""
        self.read_until(b"\r\n\r\n")
        self.head = self.received.partition(b"\r\n\r\n")[0].decode()
        if self.head.startswith("HTTP/1.1 200"):
            # The first comment comes once it listens.
            self.read_until(COMMENT)

    def read_until(self, end: bytes) -> None:
        while end not in self.received:
            more = self.socket.recv(4096)
            assert more, f"it ended: {self.received!r}"
            self.received += more

    def read_to_end(self) -> bytes:
        """Return what comes until the other side ends it."""
        while more := self.socket.recv(4096):
            self.received += more
        return self.body

    @property
    def body(self) -> bytes:
        """What came, without comments."""
        return self.received.partition(b"\r\n\r\n")[2].replace(COMMENT, b"")

    def close(self) -> None:
        self.socket.close()


def make_pass(name: str, *ends: str) -> str:
    return urlsplit(lead_to_stream([name], ends)["Location"]).query.removeprefix("pass=")


@contextmanager
def run_streams(tmp_path: Path, settings: Settings) -> Iterator[Streams]:
    settings.SECRET_KEY = keep_secret_key(tmp_path / "secret_key")
    settings.STREAMS_NEWS = str(tmp_path / "news.socket")
    streams = Streams({"DJANGO_SETTINGS_MODULE": "insidejob.settings.dev", "INSIDEJOB_VAR": str(tmp_path)})
    yield streams
    streams.stop(signal.SIGKILL)
