"""The process that serves streams, as a person starts it, with a Unix socket and with Redis."""

import re
import shutil
import signal
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import redis
import time_machine
from django.utils import timezone
from pytest_django import Settings

from insidejob.cache_stamps import name_seats, name_table
from insidejob.streams import news
from insidejob.streams.passes import VALID_FOR, lead_to_stream, name_topic
from insidejob.streams.server import EVENT
from tests.infra.redis_server import HOST, Redis
from tests.infra.streams_process import Stream, Streams, make_pass, run_streams
from tests.infra.waiting import LIMIT, wait_until

pytestmark = pytest.mark.slow
NEEDS_REDIS = pytest.mark.skipif(shutil.which("redis-server") is None, reason="needs redis-server")


@pytest.fixture
def by_socket(tmp_path: Path, settings: Settings) -> Iterator[Streams]:
    with run_streams(tmp_path, settings) as streams:
        yield streams


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


def make_pass_of_tables(*tables: str) -> str:
    return urlsplit(lead_to_stream(["games:1"], ["games:1"], tables)["Location"]).query.removeprefix("pass=")


def read_events(stream: Stream) -> list[dict[str, str]]:
    """Return the fields of the events that came until the stream ended."""
    events = stream.read_to_end().decode().split("\n\n")[:-1]
    return [dict(line.split(": ", 1) for line in event.splitlines()) for event in events]


def test_a_program_hears_which_table_has_changed_and_catches_up_after_a_break(by_socket: Streams) -> None:
    with closing(Stream(by_socket.port, make_pass_of_tables("abc"))) as stream:
        news.publish([name_table("abc")])
        news.publish([name_table("other")])
        news.publish(["games:1"])
        first = read_events(stream)
    assert [event["event"] for event in first] == ["all", "table", "games"]
    assert first[1]["data"] == '{"code": "abc"}'
    assert len({event["id"] for event in first}) == 3
    news.publish([name_table("abc")])
    news.publish([name_table("other"), name_seats("another")])
    news.publish([name_table("new")])
    again = {}
    for last in (first[2]["id"], first[1]["id"], "0" * 16, "x"):
        with closing(Stream(by_socket.port, make_pass_of_tables("abc", "new"), f"Last-Event-ID: {last}\r\n")) as stream:
            news.publish([name_seats("new")])
            again[last] = [(event["event"], event["data"]) for event in read_events(stream)]
    missed = [("table", '{"code": "abc"}'), ("table", '{"code": "new"}')]
    assert [*again.values()] == [missed, [("games", "{}"), *missed], [("all", "{}")], [("all", "{}")]]


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
def test_what_redis_may_have_lost_a_program_looks_up(own_redis: Redis, by_redis: Streams) -> None:
    with closing(Stream(by_redis.port, make_pass_of_tables("abc"))) as stream:
        redis.Redis(port=own_redis.port).publish(news.CHANNEL, name_topic(name_table("abc")))
        stream.read_until(b'data: {"code": "abc"}\n\n')
        own_redis.kill()
        last = read_events(stream)[-1]["id"]
    own_redis.start()
    wait_until(lambda: by_redis.ask(make_pass("a")).startswith("HTTP/1.1 200"))
    with closing(Stream(by_redis.port, make_pass_of_tables("abc"), f"last-event-id: {last}\r\n")) as stream:
        stream.read_until(b"event: all\n")


@pytest.mark.redis
@NEEDS_REDIS
def test_streams_end_if_redis_hangs_and_keeps_its_connections(own_redis: Redis, by_redis: Streams) -> None:
    with listening(by_redis, make_pass("a")) as [stream]:
        own_redis.process.send_signal(signal.SIGSTOP)
        assert stream.read_to_end() == b""
    own_redis.process.send_signal(signal.SIGCONT)
    wait_until(lambda: by_redis.ask(make_pass("a")).startswith("HTTP/1.1 200"))
