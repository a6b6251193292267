"""The process that holds the streams of waiting pages: plain asyncio, one task a connection.

An event says that there is something new, and nothing else. It is the same for everyone who listens to a table. A
stream ends when its user may lose access (a seat is lost, a session ends), when the news can't be heard, and after
`LASTS` seconds. The page then opens another one, and the site checks access again.
"""

import asyncio
import re
import resource
import signal
import socket
import time
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from random import uniform
from typing import Any

import structlog

from insidejob.redis_address import open_redis
from insidejob.streams.news import CHANNEL, is_path
from insidejob.streams.passes import Pass, read_pass

LASTS = 600.0
"""After about so many seconds a stream ends, so that access is checked again."""
BEAT = 20.0
"""Seconds between two comments on a stream, which keep proxies from closing it and find connections that are gone."""
PATIENCE = 10.0
"""Seconds within which a request must have arrived."""
LONGEST_REQUEST, LONGEST_BACKLOG = 8192, 8192
"""In bytes: of a request's head, and of what may wait for a slow reader."""
LONGEST_MESSAGE = 65536
LOOK_AGAIN = 1.0
"""Seconds between two attempts to reach Redis."""
REDIS_SILENCE = 6.0
"""Redis is taken to be away if it has not answered for so many seconds."""
BACKLOG = 4096
"""How many connections may wait to be accepted: a restart brings all pages back."""
REQUEST = re.compile(rb"GET /stream/\?pass=([A-Za-z0-9_:-]+) ")
EVENT, COMMENT = b"data: new\n\n", b":\n\n"
HEADERS = (
    "Content-Type: text/event-stream",
    "Cache-Control: no-store, private",
    "X-Content-Type-Options: nosniff",
    "X-Robots-Tag: noindex, nofollow",
    "Cross-Origin-Resource-Policy: same-origin",
    # nginx passes on each event at once.
    "X-Accel-Buffering: no",
    "Connection: close",
)

log = structlog.get_logger(__name__)


class Streams:
    """All open streams, by what they listen to: `("news", topic)` tells them, `("end", topic)` ends them."""

    def __init__(self, more_headers: Iterable[str] = ()) -> None:
        self.ends_at: dict[asyncio.StreamWriter, float] = {}
        self.hears = False
        self._listening: defaultdict[tuple[str, str], set[asyncio.StreamWriter]] = defaultdict(set)
        self._headers = (*HEADERS, *more_headers)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with asyncio.timeout(PATIENCE):
                head = await reader.readuntil(b"\r\n\r\n")
            known = _find_pass(head)
            if known is None or not self.hears:
                writer.write(self._word("403 Forbidden" if known is None else "503 Service Unavailable"))
                await writer.drain()
            else:
                await self._hold(known, reader, writer)
        writer.close()

    async def _hold(self, known: Pass, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Keep a stream until either side closes it."""
        writer.write(self._word("200 OK") + COMMENT)
        names = [("news", known.news), *(("end", topic) for topic in known.ends)]
        self.ends_at[writer] = time.monotonic() + LASTS * uniform(0.9, 1.1)  # noqa: S311
        for name in names:
            self._listening[name].add(writer)
        try:
            while await reader.read(LONGEST_REQUEST):
                pass
        finally:
            del self.ends_at[writer]
            for name in names:
                self._listening[name].discard(writer)
                if not self._listening[name]:
                    del self._listening[name]

    def _word(self, status: str) -> bytes:
        return "\r\n".join([f"HTTP/1.1 {status}", *self._headers, "\r\n"]).encode()

    def hear(self, message: bytes) -> None:
        """Tell and end the streams of the topics in a message. Those that end get their news first."""
        topics = message.decode().split()
        for writer in self._find("news", topics):
            self._write(writer, EVENT)
        for writer in self._find("end", topics):
            writer.close()

    def _find(self, what: str, topics: Iterable[str]) -> set[asyncio.StreamWriter]:
        return {writer for topic in topics for writer in self._listening.get((what, topic), ())}

    def _write(self, writer: asyncio.StreamWriter, text: bytes) -> None:
        if writer.transport.get_write_buffer_size() > LONGEST_BACKLOG:
            writer.transport.abort()
        else:
            writer.write(text)

    def end_all(self) -> None:
        """End all streams, because news could be missed. Pages poll, and return within some seconds."""
        self.hears = False
        for writer in list(self.ends_at):
            writer.close()

    async def beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            for number, (writer, end) in enumerate(list(self.ends_at.items())):
                if time.monotonic() > end:
                    writer.close()
                else:
                    self._write(writer, COMMENT)
                if number % 100 == 0:
                    await asyncio.sleep(0)


def _find_pass(head: bytes) -> Pass | None:
    asked = REQUEST.match(head)
    return read_pass(asked[1].decode()) if asked else None


async def _hear_socket(path: str, streams: Streams) -> None:
    """Hear news through a Unix socket, until cancelled."""
    Path(path).unlink(missing_ok=True)
    loop = asyncio.get_running_loop()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.setblocking(False)
        heard.bind(path)
        streams.hears = True
        while True:
            streams.hear(await loop.sock_recv(heard, LONGEST_MESSAGE))


async def _hear_redis(address: str, streams: Streams) -> None:
    """Hear news through Redis, until cancelled. While Redis is away there are no streams."""
    import redis.asyncio

    while True:
        client = open_redis(redis.asyncio, address, socket_connect_timeout=2)
        with suppress(redis.RedisError, OSError):
            async with client, client.pubsub() as channel:
                await channel.subscribe(CHANNEL)
                await _hear_channel(channel, streams)
        log.warning("streams without redis")
        streams.end_all()
        await asyncio.sleep(LOOK_AGAIN)


async def _hear_channel(channel: Any, streams: Streams) -> None:
    """Hear news until Redis no longer answers. One that hangs keeps the connection, and says nothing."""
    heard_at = time.monotonic()
    while time.monotonic() - heard_at < REDIS_SILENCE:
        message = await channel.get_message(timeout=REDIS_SILENCE / 3)
        if message is None:
            await channel.ping()
            continue
        heard_at = time.monotonic()
        streams.hears = True
        if message["type"] == "message":
            streams.hear(message["data"])


async def serve(listening: socket.socket, news: str, more_headers: Iterable[str] = ()) -> None:
    """Serve streams at a bound socket until the process gets a signal to end. `news` is as in `STREAMS_NEWS`."""
    _raise_limit()
    streams, ended = Streams(more_headers), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    hearing = asyncio.create_task((_hear_socket if is_path(news) else _hear_redis)(news, streams))
    hearing.add_done_callback(lambda _: ended.set())
    beating = asyncio.create_task(streams.beat())
    server = await asyncio.start_server(streams.answer, sock=listening, limit=LONGEST_REQUEST, backlog=BACKLOG)
    await ended.wait()
    server.close()
    streams.end_all()
    beating.cancel()
    if hearing.done():
        hearing.result()
    hearing.cancel()


def _raise_limit() -> None:
    """Allow as many open connections as the system lets this process have."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
