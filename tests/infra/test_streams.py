"""The process that serves streams, as a person starts it, with a Unix socket and with Redis."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import redis
import time_machine
from django.utils import timezone
from pytest_django import Settings

from insidejob.embedded.keys import keep_secret_key
from insidejob.streams import news
from insidejob.streams.passes import VALID_FOR, lead_to_stream, name_topic
from insidejob.streams.server import COMMENT, EVENT
from tests.infra.redis_server import HOST, Redis
from tests.infra.waiting import LIMIT, wait_until
from tools.torture.stage import free_port

pytestmark = pytest.mark.slow
NEEDS_REDIS = pytest.mark.skipif(shutil.which("redis-server") is None, reason="needs redis-server")


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

    def __init__(self, port: int, signed: str) -> None:
        self.socket = socket.create_connection((HOST, port), timeout=LIMIT)
        self.socket.sendall(f"GET /stream/?pass={signed} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
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
    return urlsplit(lead_to_stream(name, ends)["Location"]).query.removeprefix("pass=")


@pytest.fixture
def by_socket(tmp_path: Path, settings: Settings) -> Iterator[Streams]:
    settings.SECRET_KEY = keep_secret_key(tmp_path / "secret_key")
    settings.STREAMS_NEWS = str(tmp_path / "news.socket")
    streams = Streams({"DJANGO_SETTINGS_MODULE": "insidejob.settings.dev", "INSIDEJOB_VAR": str(tmp_path)})
    yield streams
    streams.stop(signal.SIGKILL)


@contextmanager
def listening(streams: Streams, *passes: str) -> Iterator[list[Stream]]:
    opened = [Stream(streams.port, signed) for signed in passes]
    try:
        yield opened
    finally:
        for each in opened:
            each.close()


def test_who_listens_to_a_table_is_told_of_its_news_and_all_get_the_same_bytes(by_socket: Streams) -> None:
    passes = [make_pass("table:a", "session:1"), make_pass("table:a", "session:2"), make_pass("table:b", "session:3")]
    with listening(by_socket, *passes) as (one, two, other):
        news.publish(["table:a"])
        news.publish(["table:c", "table:a"])
        news.publish(["table:a", "table:b", "session:1", "session:2", "session:3"])
        received = [each.read_to_end() for each in (one, two, other)]
    assert received == [3 * EVENT, 3 * EVENT, EVENT]
    assert one.head == two.head == other.head


def test_what_a_pass_names_ends_its_stream_and_no_other(by_socket: Streams) -> None:
    with listening(by_socket, make_pass("a", "x", "y"), make_pass("a", "z")) as (ended, other):
        news.publish(["y"])
        assert ended.read_to_end() == b""
        news.publish(["a", "z"])
        assert other.read_to_end() == EVENT


def test_nothing_but_a_fresh_pass_opens_a_stream(by_socket: Streams) -> None:
    good = make_pass("a")
    with time_machine.travel(timezone.now().timestamp() - VALID_FOR - 5, tick=False):
        old = make_pass("a")
    assert by_socket.ask(good).startswith("HTTP/1.1 200")
    for bad in (old, good[:-1], "", "%00", "é", f"x{good}", "x" * 5000):
        assert by_socket.ask(bad).startswith("HTTP/1.1 403"), bad


def test_junk_is_hung_up_on_and_harms_no_one_who_listens(by_socket: Streams) -> None:
    with listening(by_socket, make_pass("a", "z")) as [stream]:
        for junk in (
            b"",
            b"\0\xff" * 9000,
            b"POST /stream/ HTTP/1.1\r\n\r\n",
            b"GET\r\n\r\n",
            b"GET //[ H\r\n\r\n",
        ):
            with socket.create_connection((HOST, by_socket.port), timeout=LIMIT) as thrower:
                thrower.sendall(junk)
                thrower.shutdown(socket.SHUT_WR)
                try:
                    answer = thrower.recv(4096)
                except ConnectionResetError:
                    answer = b""
                assert not answer.startswith(b"HTTP/1.1 2"), junk
        news.publish(["a", "z"])
        assert stream.read_to_end() == EVENT
    assert by_socket.process.poll() is None


def test_the_guards_of_a_stream_are_those_of_other_answers(by_socket: Streams) -> None:
    head = by_socket.ask(make_pass("a"))
    lines = dict(re.findall(r"^([\w-]+): (.*?)\r?$", head, re.MULTILINE))
    assert lines["Content-Type"] == "text/event-stream"
    assert lines["Cache-Control"] == "no-store, private"
    assert lines["X-Content-Type-Options"] == "nosniff"
    assert lines["X-Robots-Tag"] == "noindex, nofollow"
    assert lines["Cross-Origin-Resource-Policy"] == "same-origin"
    assert not {"Set-Cookie", "Server", "Access-Control-Allow-Origin"} & lines.keys()


def test_a_process_that_is_told_to_end_ends_its_streams_and_leaves_none(by_socket: Streams) -> None:
    with listening(by_socket, make_pass("a")) as [stream]:
        assert by_socket.stop() == 0
        assert stream.read_to_end() == b""


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[Redis]:
    server = Redis(tmp_path)
    yield server
    server.kill()


@pytest.fixture
def by_redis(own_redis: Redis, settings: Settings) -> Iterator[Streams]:
    required = {
        "SECRET_KEY": settings.SECRET_KEY, "ALLOWED_HOSTS": "x.example", "DATABASE_URL": "postgres://nobody@127.0.0.1/no",
        "REDIS_URL": f"redis://{HOST}:{own_redis.port}/0", "EMAIL_URL": "smtp://x.example",
        "DEFAULT_FROM_EMAIL": "x@x.example",
    }  # fmt: skip
    streams = Streams({"DJANGO_SETTINGS_MODULE": "insidejob.settings.prod", **required})
    yield streams
    streams.stop(signal.SIGKILL)


@pytest.mark.redis
@NEEDS_REDIS
def test_streams_end_with_redis_and_can_be_opened_once_it_is_back(own_redis: Redis, by_redis: Streams) -> None:
    with listening(by_redis, make_pass("a")) as [stream]:
        redis.Redis(port=own_redis.port).publish(news.CHANNEL, name_topic("a"))
        stream.read_until(EVENT)
        own_redis.kill()
        assert stream.read_to_end() == EVENT
    assert by_redis.ask(make_pass("a")).startswith("HTTP/1.1 503")
    own_redis.start()
    wait_until(lambda: by_redis.ask(make_pass("a")).startswith("HTTP/1.1 200"))


@pytest.mark.redis
@NEEDS_REDIS
def test_streams_end_if_redis_hangs_and_keeps_its_connections(own_redis: Redis, by_redis: Streams) -> None:
    with listening(by_redis, make_pass("a")) as [stream]:
        own_redis.process.send_signal(signal.SIGSTOP)
        assert stream.read_to_end() == b""
    own_redis.process.send_signal(signal.SIGCONT)
    wait_until(lambda: by_redis.ask(make_pass("a")).startswith("HTTP/1.1 200"))
