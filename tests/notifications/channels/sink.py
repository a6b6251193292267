"""A server that stands in for all others: it keeps what is posted to it, and answers as it is told to."""

import threading
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

DRIP = -1
"""In the place of a status: an answer that never ends."""


@dataclass
class Posted:
    path: str
    headers: dict[str, str]
    body: bytes
    status: int
    """How it was answered."""
    came_at: datetime = field(default_factory=lambda: datetime.now(UTC))


@dataclass
class Sink:
    """What came, and how it is answered: with `status`."""

    status: int = 200
    came: list[Posted] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)

    def start(self) -> None:
        """Listen at a free port of this machine."""
        sink = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = sink.status
                headers = {name.lower(): value for name, value in self.headers.items()}
                sink.came.append(Posted(self.path, headers, body, status))
                if status == DRIP:
                    self.drip()
                    return
                self.send_response(status)
                self.send_header("Location", f"{sink.url}/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def drip(self) -> None:
                try:
                    while not sink.closing.wait(0.05):
                        self.wfile.write(b"H")
                except OSError:
                    return

            def log_message(self, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, args=[0.01], daemon=True).start()

    @property
    def port(self) -> int:
        return int(self.server.server_address[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self.closing.set()
        self.server.shutdown()
        self.server.server_close()
