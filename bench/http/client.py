"""A browser as far as a server notices: kept connections, requests made beforehand, answers read to their end."""

import gzip
import socket
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter
from urllib.parse import urlencode

from tests.rules.worlds import Fields

HOST = "127.0.0.1"
TIME_OUT = 60.0


@dataclass(frozen=True)
class Answer:
    """What came back: the status, the body as it was sent, how it was encoded, and the seconds it took."""

    status: int
    body: bytes
    encoding: str
    seconds: float

    @property
    def text(self) -> str:
        """The body, unpacked."""
        return (gzip.decompress(self.body) if self.encoding == "gzip" else self.body).decode()


def write_request(path: str, cookies: str, fields: Fields | None = None, *, htmx: bool = True) -> bytes:
    """Return the bytes of a GET, or of a POST of `fields`."""
    body = b"" if fields is None else urlencode(fields, doseq=True).encode()
    lines = [
        f"{'GET' if fields is None else 'POST'} {path} HTTP/1.1",
        f"Host: {HOST}",
        f"Cookie: {cookies}",
        "Accept-Encoding: gzip, deflate, br",
        "Accept-Language: en",
        *(["HX-Request: true"] if htmx else []),
        *(["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"] if body else []),
    ]
    return "\r\n".join([*lines, "", ""]).encode() + body


class Connection:
    """One kept connection."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection((HOST, port), TIME_OUT)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.reader = self.socket.makefile("rb")

    def ask(self, request: bytes) -> Answer:
        """Send a request and read the answer. Raises `OSError` or `ValueError` for what is no answer."""
        begun = perf_counter()
        self.socket.sendall(request)
        status = int(self.reader.readline().split()[1])
        headers = dict(self.read_headers())
        body = self.reader.read(int(headers.get("content-length", 0)))
        return Answer(status, body, headers.get("content-encoding", ""), perf_counter() - begun)

    def read_headers(self) -> list[tuple[str, str]]:
        """Read headers up to the empty line."""
        headers = []
        while (line := self.reader.readline()).strip():
            name, _, value = line.decode("latin-1").partition(":")
            headers.append((name.lower(), value.strip()))
        return headers

    def close(self) -> None:
        """Hang up."""
        self.reader.close()
        self.socket.close()


def ask_all(port: int, requests: Sequence[bytes], clients: int) -> tuple[list[Answer], float]:
    """Send all requests, shared among so many clients. Returns the answers in order, and the seconds it took."""
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
    """Send what is waiting, one request after the other. Returns the answers with their numbers."""
    answered = []
    while waiting:
        try:
            number, request = waiting.popleft()
        except IndexError:
            break
        answered.append((number, connection.ask(request)))
    return answered
