"""Starts web servers with the command that production uses."""

import http.client
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import psutil

from tests.infra.web_server import unit_command
from tools.bench.http.client import HOST
from tools.torture.processes import START_LIMIT, Service, wait_until
from tools.torture.stage import free_port

WORKERS = 2
THREADS = 8


class Server:
    def __init__(
        self, name: str, folder: Path, environment: Mapping[str, str], application: str, workers: int = WORKERS
    ) -> None:
        self.port, self.workers = free_port(), workers
        command = unit_command(self.port, folder)
        command[command.index("--workers") + 1] = str(workers)
        command[-1] = application
        self.service = Service(name, [*command, "--log-level", "warning"], folder=folder, environment=environment)
        self.family: list[psutil.Process] = []

    def __enter__(self) -> "Server":
        """Start the server. Raises `Stuck` if not all workers start."""
        self.service.start()
        wait_until(self.answers, START_LIMIT, f"{self.service.name} answers")
        self.family = self.service.family()
        return self

    def __exit__(self, *error: object) -> None:
        self.service.end()

    def answers(self) -> bool:
        line = http.client.HTTPConnection(HOST, self.port, timeout=10)
        with suppress(OSError, http.client.HTTPException):
            line.request("GET", "/")
            line.getresponse()
            return len(self.service.family()) == self.workers + 1
        return False

    def processor_time(self) -> float:
        return sum(used.user + used.system for used in (process.cpu_times() for process in self.family))
