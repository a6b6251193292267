"""The process that holds the streams of waiting pages and programs: plain asyncio, one task a connection.

An event says that there is something new, and nothing else. It is the same for everyone who listens to a table. A
stream of all tables of a user also says at which table. A stream ends when its user may lose access (a seat is lost, a
session ends), when the news can't be heard, and after `LASTS` seconds. The page then opens another one, and the site
checks access again.

Events of a user's tables are numbered, and who sends the last number as `Last-Event-ID` gets what came since. Numbers
are random, because consecutive ones would tell how much happens elsewhere.
"""

import asyncio
import json
import re
import resource
import secrets
import signal
import socket
import time
from collections import OrderedDict, defaultdict
from collections.abc import Iterable
from contextlib import suppress
from math import inf
from pathlib import Path
from random import uniform
from typing import Any

import structlog

from insidejob.cache_stamps import name_seats, name_table
from insidejob.redis_address import open_redis
from insidejob.streams.news import CHANNEL, is_path
from insidejob.streams.passes import Pass, name_topic, read_pass

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
KEPT_FOR = 300.0
"""For so many seconds a message is kept for those who open their stream again."""
REQUEST = re.compile(rb"GET /stream/\?pass=([A-Za-z0-9_:.-]+) ")
LAST_EVENT = re.compile(rb"\r\nlast-event-id: *(\w{1,40}) *\r\n", re.IGNORECASE)
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
    """All open streams, by what they listen to: `("news", topic)` tells them, `("end", topic)` ends them.

    `_listening` has with each stream the code of the table that a topic is about. It is empty where the topic is the
    user's list of tables, and None where the stream names no tables.
    """

    def __init__(self, more_headers: Iterable[str] = ()) -> None:
        self.ends_at: dict[asyncio.StreamWriter, float] = {}
        self.hears = False
        self._listening: defaultdict[tuple[str, str], dict[asyncio.StreamWriter, str | None]] = defaultdict(dict)
        self._kept: OrderedDict[str, tuple[float, list[str]]] = OrderedDict()
        self._headers = (*HEADERS, *more_headers)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with asyncio.timeout(PATIENCE):
                head = await reader.readuntil(b"\r\n\r\n")
            known, last = _find_pass(head), _find_last(head)
            if known is None or not self.hears:
                writer.write(self._word_head("403 Forbidden" if known is None else "503 Service Unavailable"))
                await writer.drain()
            else:
                writer.write(self._word_head("200 OK") + COMMENT + self._catch_up(known, last))
                await self._hold(known, reader, writer)
        writer.close()

    async def _hold(self, known: Pass, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Keep a stream until either side closes it."""
        names = {("news", topic): code for topic, code in _list_news(known).items()}
        names |= {("end", topic): None for topic in _list_ends(known)}
        lasts = LASTS * uniform(0.9, 1.1)  # noqa: S311
        self.ends_at[writer] = time.monotonic() + min(lasts, (known.until or inf) - time.time())
        for name, code in names.items():
            self._listening[name][writer] = code
        try:
            while await reader.read(LONGEST_REQUEST):
                pass
        finally:
            del self.ends_at[writer]
            for name in names:
                del self._listening[name][writer]
                if not self._listening[name]:
                    del self._listening[name]

    def _word_head(self, status: str) -> bytes:
        return "\r\n".join([f"HTTP/1.1 {status}", *self._headers, "\r\n"]).encode()

    def hear(self, message: bytes) -> None:
        """Tell and end the streams of the topics in a message. Those that end get their news first."""
        topics = message.decode().split()
        number = self._keep(topics)
        for writer, code in self._find("news", topics):
            self._write(writer, _word_event(code, number))
        for writer, _ in self._find("end", topics):
            writer.close()

    def _find(self, what: str, topics: Iterable[str]) -> list[tuple[asyncio.StreamWriter, str | None]]:
        return [found for topic in topics for found in self._listening.get((what, topic), {}).items()]

    def _keep(self, topics: list[str]) -> str:
        """Keep a message for a while, and return its number."""
        number, now = secrets.token_hex(8), time.monotonic()
        self._kept[number] = now, topics
        while next(iter(self._kept.values()))[0] < now - KEPT_FOR:
            self._kept.popitem(last=False)
        return number

    def _catch_up(self, known: Pass, last: str) -> bytes:
        """Return what came since an event, or that it is not known what did."""
        if known.tables is None:
            return b""
        if last not in self._kept:
            return _word("all", {}, self._keep([]))
        news, missed = _list_news(known), list[bytes]()
        for number, (_, topics) in reversed(self._kept.items()):
            if number == last:
                break
            missed += [_word_event(news[topic], number) for topic in topics if topic in news]
        return b"".join(reversed(missed))

    def _write(self, writer: asyncio.StreamWriter, text: bytes) -> None:
        if writer.transport.get_write_buffer_size() > LONGEST_BACKLOG:
            writer.transport.abort()
        else:
            writer.write(text)

    def end_all(self) -> None:
        """End all streams, because news could be missed. Pages poll, and return within some seconds."""
        self.hears = False
        self._kept.clear()
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


def _list_news(known: Pass) -> dict[str, str | None]:
    """Return the topics that a stream tells of, with codes as in `Streams`."""
    if known.tables is None:
        return dict.fromkeys(known.news)
    return {**dict.fromkeys(known.news, ""), **{name_topic(name_table(code)): code for code in known.tables}}


def _list_ends(known: Pass) -> list[str]:
    return [*known.ends, *(name_topic(name_seats(code)) for code in known.tables or ())]


def _word_event(code: str | None, number: str) -> bytes:
    if code is None:
        return EVENT
    return _word("table", {"code": code}, number) if code else _word("games", {}, number)


def _word(name: str, data: dict[str, str], number: str) -> bytes:
    return f"id: {number}\nevent: {name}\ndata: {json.dumps(data)}\n\n".encode()


def _find_pass(head: bytes) -> Pass | None:
    asked = REQUEST.match(head)
    return read_pass(asked[1].decode()) if asked else None


def _find_last(head: bytes) -> str:
    """Return the number of the last event that the reader got, or ""."""
    sent = LAST_EVENT.search(head)
    return sent[1].decode() if sent else ""


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
