"""What boardgame.io and rally-the-troops have in common: one process of Node that answers HTTP and WebSocket."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from http.client import HTTPConnection, HTTPMessage
from pathlib import Path
from socket import create_connection

import psutil
from websockets.sync.client import ClientConnection, connect

from tools.bench.http.client import HOST, TIME_OUT
from tools.torture.processes import START_LIMIT, Service, wait_until
from tools.torture.stage import free_port


class NodeSite:
    name: str

    def __init__(self, folder: Path) -> None:
        self.port, self.folder = free_port(), folder
        self.service: Service
        self.processes: Sequence[psutil.Process] = []
        self.pages: list[ClientConnection] = []

    def make_service(self, command: Sequence[str], environment: Mapping[str, str]) -> Service:
        return Service(self.name, [*command], folder=self.folder, environment={**environment})

    @property
    def server(self) -> Sequence[psutil.Process]:
        return self.processes

    def start(self) -> None:
        self.service.start()
        wait_until(self.answers, START_LIMIT, f"{self.name} answers")
        self.processes = self.service.family()
        self.pages = []

    def answers(self) -> bool:
        with suppress(OSError):
            create_connection((HOST, self.port), 1).close()
            return True
        return False

    def ask(self, path: str, body: str | None = None, **headers: str) -> tuple[HTTPMessage, bytes]:
        """Send a request, as POST if it has a body. Underscores in names of headers stand for hyphens."""
        line = HTTPConnection(HOST, self.port, timeout=TIME_OUT)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        line.request("GET" if body is None else "POST", path, body, named)
        answer = line.getresponse()
        content = answer.read()
        line.close()
        if answer.status >= 400:
            raise AssertionError(f"{path}: status {answer.status}")
        return answer.headers, content

    def listen_at(self, path: str, **headers: str) -> ClientConnection:
        return connect(
            f"ws://{HOST}:{self.port}{path}",
            additional_headers=headers,
            compression=None,
            proxy=None,
            ping_interval=None,
        )
