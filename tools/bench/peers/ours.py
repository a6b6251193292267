"""This site, with its web server, streams, Redis and PostgreSQL."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import redis

from tools.bench.figures import Figure
from tools.bench.http.client import Connection, write_request
from tools.bench.http.listen import open_stream, run_streams
from tools.bench.http.server import Server
from tools.bench.http.tables import PLACES, Asked, People, find_news, require_accepted
from tools.bench.peers.measuring import measure_peer

SOON = 1.0
"""Seconds after which the other page is not shown a move any more: a sealed choice is no news."""


def measure(folder: Path, environment: dict[str, str], is_quick: bool) -> list[Figure]:
    with run(folder, environment) as peer:
        return list(measure_peer(peer, is_quick, environment["DATABASE_URL"]))


@contextmanager
def run(folder: Path, environment: dict[str, str]) -> Iterator["Ours"]:
    streams = run_streams(folder, environment)
    with streams as (port, process), Server("site", folder, environment, "insidejob.wsgi") as site:
        yield Ours(site, port, process)


class Ours:
    name = "Inside Job"

    def __init__(self, site: Server, port: int, streams: psutil.Process) -> None:
        self.site, self.port = site, port
        info = redis.Redis.from_url(os.environ["REDIS_URL"]).info("server")
        self.others = [streams, psutil.Process(info["process_id"])]
        self.people = People()
        self.sent: list[Asked] = []
        self.streams: list[Connection] = []
        self.connect()

    def connect(self) -> None:
        self.mine, self.theirs = Connection(self.site.port), Connection(self.site.port)

    @property
    def server(self) -> Sequence[psutil.Process]:
        return self.site.family

    @property
    def processes(self) -> Sequence[psutil.Process]:
        return [*self.site.family, *self.others]

    def start(self) -> None:
        self.site.__enter__()
        self.connect()

    def prepare(self) -> None:
        """Open both pages again, because who is asked changes."""
        self.sent = self.people.go_on(self.sent) or self.people.sit_down(PLACES[0], 1)
        [asked] = self.sent
        other = next(player for player in asked.table.players if player.user_id not in (None, asked.user.pk))
        self.cookies = self.people.cookies[other.user_id or 0]
        for stream in self.streams:
            stream.close()
        self.streams = [self.open()]
        self.streams[0].socket.settimeout(SOON)
        self.form = asked.move(self.mine.ask(asked.page()))

    def open(self) -> Connection:
        path = self.sent[0].path
        page = self.theirs.ask(write_request(path, self.cookies, htmx=False))
        self.poll = write_request(find_news(page.text), self.cookies)
        return open_stream(self.theirs, self.port, f"{path}listen/", self.cookies)

    def move(self) -> None:
        if self.mine.ask(self.form).status != 200:
            raise AssertionError("a move was refused")

    def wait_for_other(self) -> bool:
        with suppress(TimeoutError):
            while not self.streams[0].reader.readline().startswith(b"data"):
                pass
            return self.theirs.ask(self.poll).status == 200
        return False

    def open_page(self) -> None:
        self.open().close()

    def is_stored(self) -> bool:
        with suppress(AssertionError):
            require_accepted(self.sent)
            return True
        return False
