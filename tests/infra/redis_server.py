"""A Redis of a test's own."""

import socket
import subprocess
from pathlib import Path

from tests.infra.redis_cache import end_pause

HOST = "127.0.0.1"


class Redis:
    """A Redis at a port of its own, with nothing in it."""

    def __init__(self, folder: Path, *more: str) -> None:
        with socket.socket() as taken:
            taken.bind((HOST, 0))
            self.port = taken.getsockname()[1]
        self.command = [
            "redis-server",
            "--port",
            str(self.port),
            "--bind",
            HOST,
            "--save",
            "",
            "--dir",
            str(folder),
            *more,
        ]
        self.start()

    def start(self) -> None:
        """Start it, and return once it answers."""
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        assert any("eady to accept" in line for line in self.process.stdout)
        end_pause()

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()
