"""A proxy in front of a site that loses and spoils answers, in an order that is planted."""

import socket
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain, cycle, repeat
from typing import Any

import requests

LOST, KILLED, BAD_GATEWAY, TOO_MANY, FINE = "lost", "killed", "bad gateway", "too many", "fine"
"""The site acts and nothing comes back; the connection breaks in the middle of the answer; 502 after the site has
acted; 429 before the site has heard of it.
"""
EACH = (LOST, FINE, BAD_GATEWAY, FINE, TOO_MANY, FINE, KILLED, FINE, FINE)


class Proxy(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, site: str, faults: Iterable[str]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.site, self.faults, self.lock = site, iter(faults), threading.Lock()
        self.planted: Counter[str] = Counter()
        self.asked: list[tuple[str, str, dict[str, str]]] = []
        self.url = f"http://127.0.0.1:{self.server_address[1]}"

    def plant(self) -> str:
        with self.lock:
            fault = next(self.faults)
            self.planted[fault] += 1
        return fault


class Handler(BaseHTTPRequestHandler):
    server: Proxy
    protocol_version = "HTTP/1.1"

    def do_any(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        kept = {name: self.headers[name] for name in ("If-None-Match", "Idempotency-Key") if name in self.headers}
        self.server.asked.append((self.command, self.path, kept))
        # A stream is no request that is counted.
        fault = FINE if self.path.endswith("/stream") else self.server.plant()
        if fault == TOO_MANY:
            self.answer(429, b'{"code": "too_many_requests", "detail": "Slowly."}', {"Retry-After": "0.01"})
            return
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection")}
        got = requests.request(self.command, self.server.site + self.path, data=body, headers=headers, timeout=60)
        if fault == LOST:
            self.hang_up()
        elif fault == BAD_GATEWAY:
            self.answer(502, b"<h1>Bad Gateway</h1>", {"Content-Type": "text/html"})
        else:
            passed = {
                name: got.headers[name] for name in ("ETag", "Retry-After", "Content-Type") if name in got.headers
            }
            self.answer(got.status_code, got.content, passed, is_whole=fault != KILLED)

    do_GET = do_POST = do_PUT = do_DELETE = do_any  # noqa: N815

    def answer(self, status: int, body: bytes, headers: dict[str, str], *, is_whole: bool = True) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status != 304:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body if is_whole else body[: len(body) // 2])
        if not is_whole:
            self.hang_up()

    def hang_up(self) -> None:
        self.close_connection = True
        self.wfile.flush()
        self.connection.shutdown(socket.SHUT_RDWR)

    def log_message(self, *given: Any) -> None:
        pass


@contextmanager
def run_proxy(site: str, faults: Iterable[str] = (), after: Iterable[str] = (FINE,)) -> Iterator[Proxy]:
    """Run a proxy that plants some faults one after the other, and then those of `after` again and again."""
    proxy = Proxy(site, chain(faults, cycle(after)))
    thread = threading.Thread(target=proxy.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield proxy
    finally:
        proxy.shutdown()
        proxy.server_close()
        thread.join()


def always(fault: str) -> Iterator[str]:
    return repeat(fault)
