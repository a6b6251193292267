"""Behind the Caddyfile, a site that is not there or hangs is a page that says so, and soon."""

import http.client
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from insidejob.embedded.runner import HOST
from tools.slow_visitors import run_caddy
from tools.torture.stage import free_port

pytestmark = [pytest.mark.slow, pytest.mark.caddy]
PATIENCE = 60.0
LIMIT = 20.0
"""Seconds that Caddy waits for an answer."""


def ask(port: int, method: str = "GET") -> tuple[int, dict[str, str], str]:
    connection = http.client.HTTPConnection(HOST, port, timeout=PATIENCE)
    try:
        connection.request(method, "/games/", headers={"Host": "localhost"})
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read().decode()
    finally:
        connection.close()


@contextmanager
def hanging() -> Iterator[int]:
    """Listen as gunicorn does before its workers are ready: the system takes connections, and no one answers."""
    with socket.create_server((HOST, 0)) as listener:
        yield listener.getsockname()[1]


def require_page(answer: tuple[int, dict[str, str], str]) -> None:
    status, headers, text = answer
    assert (status, headers["Retry-After"], headers["Cache-Control"]) == (503, "10", "no-store")
    assert headers["Content-Type"].startswith("text/html")
    assert all(words in text for words in ('<html lang="fr">', '<section lang="en">', 'http-equiv="refresh"'))


def test_a_site_that_is_not_there_is_told_in_both_languages(tmp_path: Path) -> None:
    with run_caddy(tmp_path, free_port()) as port:
        require_page(ask(port))
        require_page(ask(port, "POST"))


@pytest.mark.deep
def test_a_site_that_starts_and_does_not_answer_keeps_nobody_waiting_for_long(tmp_path: Path) -> None:
    with hanging() as upstream, run_caddy(tmp_path, upstream) as port:
        begun = time.monotonic()
        require_page(ask(port))
        assert time.monotonic() - begun >= LIMIT


def test_a_site_that_comes_back_within_seconds_is_waited_for(tmp_path: Path) -> None:
    """As after `systemctl restart`."""
    upstream = free_port()
    with run_caddy(tmp_path, upstream) as port:
        connection = http.client.HTTPConnection(HOST, port, timeout=PATIENCE)
        connection.request("GET", "/", headers={"Host": "localhost"})
        with socket.create_server((HOST, upstream)) as listener:
            peer, _ = listener.accept()
            peer.recv(65536)
            peer.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")
            assert connection.getresponse().status == 204
            peer.close()
        connection.close()
