"""A stream only rings: it ends a wait, it is taken up where it broke off, and without one the client polls."""

import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from accounts.models import Scope
from accounts.tokens.services import list_tokens, make_token, revoke
from games.tables.services.talk import say
from insidejob_client import Client, stream
from insidejob_client.stream import Bell, read_fields
from tests.builders_people import make_person
from tests.infra.streams_process import run_streams
from tests.tables.builders import open_table


class Streaming(ThreadingHTTPServer):
    """A site that has a stream, or answers `status`. Each connection ends after what `events` gives it."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.status, self.events = 200, [b": hello\n\nid: 7\ndata: changed\n\n", b"id: 8\ndata: again\n\n"]
        self.asked: list[str | None] = []
        self.release = threading.Event()
        self.url = f"http://127.0.0.1:{self.server_address[1]}/api/1/stream"


class Handler(BaseHTTPRequestHandler):
    server: Streaming

    def do_GET(self) -> None:
        number = len(self.server.asked)
        self.server.asked.append(self.headers.get("Last-Event-ID"))
        self.send_response(self.server.status)
        self.send_header(
            "Content-Type", "text/event-stream" if self.server.status == 200 else "application/problem+json"
        )
        self.end_headers()
        if self.server.status == 200:
            self.wfile.write(self.server.events[min(number, len(self.server.events) - 1)])
            if number:
                self.wfile.flush()
                self.server.release.wait(60)

    def log_message(self, *given: Any) -> None:
        pass


@pytest.fixture
def site() -> Iterator[Streaming]:
    site = Streaming()
    thread = threading.Thread(target=site.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield site
    site.release.set()
    site.shutdown()
    site.server_close()
    thread.join()


def wait_for(bell: Bell, is_so: Any) -> None:
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end
        bell.wait(0.01)


def test_news_ends_the_wait_and_a_lost_stream_is_taken_up_again_until_it_is_closed(
    site: Streaming, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(stream, "FIRST_WAIT", 0.01)
    bell = Bell(site.url, "token")
    wait_for(bell, lambda: bell.last_id == "8")
    assert site.asked == [None, "7"]
    # With a stream nobody polls until it rings.
    wait_for(bell, lambda: bell.is_listening)
    bell.close()
    site.release.set()
    assert bell._thread
    bell._thread.join(60)
    assert not bell._thread.is_alive()
    assert (len(site.asked), caplog.messages) == (2, [])


@pytest.mark.parametrize("status", [401, 404, 501])
def test_without_a_stream_the_client_waits_as_the_site_says(site: Streaming, status: int) -> None:
    site.status, waits = status, list[float]()
    bell = Bell(site.url, "token")
    bell.wait(3, waits.append)
    assert bell._thread
    bell._thread.join(60)
    assert not bell._thread.is_alive()
    bell.wait(4, waits.append)
    assert waits == [3, 4]
    assert len(site.asked) == 1


def test_a_client_that_wants_no_stream_asks_for_none(site: Streaming) -> None:
    waits: list[float] = []
    Bell(site.url, "token", is_on=False).wait(3, waits.append)
    assert (waits, site.asked) == ([3], [])


def test_fields_are_read_without_comments() -> None:
    assert [*read_fields([b": ping", "", "id: 5", "data:a: b", b"data"])] == [
        ("id", "5"),
        ("data", "a: b"),
        ("data", ""),
    ]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_stream_of_the_site_rings_and_is_opened_again_with_each_new_table(
    live_server: Any, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "FIRST_WAIT", 0.01)
    # Each ring is news: there is no other end of a wait.
    monkeypatch.setattr(stream, "SAFETY_POLL", 600)
    ada, ben = make_person(), make_person()
    secret = make_token(ada, name="Client", scopes=Scope.values)
    with run_streams(tmp_path, settings) as streams:
        settings.STREAMS_AT = f"http://127.0.0.1:{streams.port}/stream/"
        client = Client(live_server.url, secret or "")
        poll = client.poll("games")
        assert poll.ask()["games"] == []
        game = open_table(ben, seats=3)
        ring(client)
        client.join(game.code)
        wait_for_news(poll, lambda page: [row["code"] for row in page["games"]] == [game.code])
        before = client.bell.last_id
        say(game=game, seat=0, text="Hello")
        wait_for_news(poll, lambda page: page["games"][0]["unread"] == 1)
        assert client.bell.last_id != before
        revoke(ada, list_tokens(ada)[0].key)
        client.bell._thread.join(60)  # type: ignore[union-attr]
        assert not client.bell.is_listening


def ring(client: Client) -> None:
    """Wait until the stream is open. The first ring says so."""
    client.bell.wait(600, lambda seconds: None)
    wait_for(client.bell, lambda: client.bell.last_id)


def wait_for_news(poll: Any, is_so: Any) -> None:
    """Poll when the stream rings, and never otherwise, until it is so."""
    while True:
        page = poll.ask()
        if page is not None and is_so(page):
            return
        poll.wait()
