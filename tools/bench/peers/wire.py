"""HTTP and WebSocket as far as the other sites need them."""

import os
import socket
import time
from base64 import b64encode
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPConnection, HTTPMessage

from tools.bench.http.client import HOST, TIME_OUT

TEXT, CLOSE = 1, 8


def ask(port: int, path: str, body: str | None = None, **headers: str) -> tuple[HTTPMessage, bytes]:
    """Send a request, as POST if it has a body. Underscores in names of headers stand for hyphens."""
    line = HTTPConnection(HOST, port, timeout=TIME_OUT)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    line.request("GET" if body is None else "POST", path, body, named)
    answer = line.getresponse()
    content = answer.read()
    line.close()
    if answer.status >= 400:
        raise AssertionError(f"{path}: status {answer.status}")
    return answer.headers, content


def can_connect(port: int) -> bool:
    with suppress(OSError):
        socket.create_connection((HOST, port), 1).close()
        return True
    return False


class WebSocket:
    def __init__(self, port: int, path: str, headers: Mapping[str, str]) -> None:
        self.socket = socket.create_connection((HOST, port), TIME_OUT)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        sent = {
            "Host": HOST,
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": b64encode(os.urandom(16)).decode(),
            **headers,
        }
        lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items()), "", ""]
        self.socket.sendall("\r\n".join(lines).encode())
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.socket.recv(1)
        if b" 101 " not in self.buffer:
            raise AssertionError(self.buffer)
        self.buffer = b""

    def send(self, text: str) -> None:
        """Send a frame. It is masked with zeros, which the standard allows and changes nothing."""
        content = text.encode()
        size = len(content)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2)
        self.socket.sendall(bytes([0x80 | TEXT]) + length + bytes(4) + content)

    def receive(self, seconds: float = TIME_OUT) -> str:
        """Return the next text. Raises `TimeoutError`, or `ConnectionError` if the server has closed."""
        until = time.monotonic() + seconds
        while True:
            while (frame := self._take_frame()) is None:
                self.socket.settimeout(max(0.001, until - time.monotonic()))
                received = self.socket.recv(1 << 16)
                if not received:
                    raise ConnectionError
                self.buffer += received
            if frame[0] == TEXT:
                return frame[1].decode()
            if frame[0] == CLOSE:
                raise ConnectionError(frame[1][2:])

    def _take_frame(self) -> tuple[int, bytes] | None:
        if len(self.buffer) < 2:
            return None
        short = self.buffer[1]
        head = 2 if short < 126 else 4 if short == 126 else 10
        size = short if short < 126 else int.from_bytes(self.buffer[2:head])
        if len(self.buffer) < head + size:
            return None
        frame = self.buffer[0] & 0x0F, self.buffer[head : head + size]
        self.buffer = self.buffer[head + size :]
        return frame

    def close(self) -> None:
        self.socket.close()
