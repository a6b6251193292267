"""A client that keeps its connections open, as browsers do."""

import gzip
import socket
from collections import deque
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter
from urllib.parse import urlencode

from tests.rules.worlds import Fields

HOST = "127.0.0.1"
TIME_OUT = 60.0


@dataclass(frozen=True)
class Answer:
    """An answer. `body` is as sent, so it may be compressed; it took `seconds`."""

    status: int
    body: bytes
    encoding: str
    tag: str
    seconds: float

    @property
    def text(self) -> str:
        return (gzip.decompress(self.body) if self.encoding == "gzip" else self.body).decode()


def write_request(
    path: str,
    cookies: str,
    fields: Fields | None = None,
    *,
    htmx: bool = True,
    headers: Mapping[str, str] | None = None,
) -> bytes:
    body = b"" if fields is None else urlencode(fields, doseq=True).encode()
    lines = [
        f"{'GET' if fields is None else 'POST'} {path} HTTP/1.1",
        f"Host: {HOST}",
        f"Cookie: {cookies}",
        "Accept-Encoding: gzip, deflate, br",
        "Accept-Language: en",
        *(["HX-Request: true"] if htmx else []),
        *(f"{name}: {value}" for name, value in (headers or {}).items()),
        *(["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"] if body else []),
    ]
    return "\r\n".join([*lines, "", ""]).encode() + body


def write_api_request(path: str, token: str, tag: str = "") -> bytes:
    lines = [f"GET {path} HTTP/1.1", f"Host: {HOST}", f"Authorization: Bearer {token}"]
    return "\r\n".join([*lines, *([f"If-None-Match: {tag}"] if tag else []), "", ""]).encode()


class Connection:
    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection((HOST, port), TIME_OUT)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.reader = self.socket.makefile("rb")

    def ask(self, request: bytes) -> Answer:
        """Send a request and read the answer. Raises `OSError` or `ValueError` for an invalid answer."""
        begun = perf_counter()
        self.socket.sendall(request)
        status = int(self.reader.readline().split()[1])
        headers = dict(self.read_headers())
        body = self.reader.read(int(headers.get("content-length", 0)))
        return Answer(
            status, body, headers.get("content-encoding", ""), headers.get("etag", ""), perf_counter() - begun
        )

    def read_headers(self) -> list[tuple[str, str]]:
        headers = []
        while (line := self.reader.readline()).strip():
            name, _, value = line.decode("latin-1").partition(":")
            headers.append((name.lower(), value.strip()))
        return headers

    def close(self) -> None:
        self.reader.close()
        self.socket.close()


def ask_all(port: int, requests: Sequence[bytes], clients: int) -> tuple[list[Answer], float]:
    waiting = deque(enumerate(requests))
    connections = [Connection(port) for _ in range(clients)]
    begun = perf_counter()
    with ThreadPoolExecutor(clients) as pool:
        answered = [pair for pairs in pool.map(lambda line: work_off(line, waiting), connections) for pair in pairs]
    seconds = perf_counter() - begun
    for connection in connections:
        connection.close()
    return [answer for _, answer in sorted(answered, key=lambda pair: pair[0])], seconds


def work_off(connection: Connection, waiting: deque[tuple[int, bytes]]) -> list[tuple[int, Answer]]:
    answered = []
    while waiting:
        try:
            number, request = waiting.popleft()
        except IndexError:
            break
        answered.append((number, connection.ask(request)))
    return answered
