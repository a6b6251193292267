"""Measures pages that listen: what their streams cost, and how soon another's move is there."""

import asyncio
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import psutil

from insidejob.streams import news
from insidejob.streams.passes import lead_to_stream
from tools.bench.figures import Figure
from tools.bench.http.client import HOST, Answer, Connection, write_request
from tools.bench.http.server import Server
from tools.bench.http.tables import PLACES, Asked, People, find_news
from tools.torture.processes import START_LIMIT, Service, wait_until
from tools.torture.stage import free_port

THOUSAND, HELD = 1000, 5000
"""How many streams the processor's time is measured with, and how many must be held."""
AT_A_TABLE = 2
NEWS_A_MINUTE = 2
OPENED_TOGETHER = 100
LASTS, IDLE, BUSY, BYTES, SOON = 60, 2.0, 10.0, 30_000, 300
"""Seconds of a measurement, and the goals: per cent of a core, bytes, milliseconds."""


@dataclass
class Listener:
    """Pages that listen, held by this process."""

    port: int
    readers: list[asyncio.StreamReader] = field(default_factory=list)
    writers: list[asyncio.StreamWriter] = field(default_factory=list)
    published: dict[int, float] = field(default_factory=dict)
    delays: list[float] = field(default_factory=list)
    reading: set["asyncio.Task[None]"] = field(default_factory=set)

    async def open(self, number: int) -> None:
        """Open streams until there are so many."""
        while len(self.writers) < number:
            first = len(self.writers)
            await asyncio.gather(*(self.open_one(first + each) for each in range(min(OPENED_TOGETHER, number - first))))

    async def open_one(self, page: int) -> None:
        reader, writer = await asyncio.open_connection(HOST, self.port, limit=4096)
        writer.write(f"GET /stream/?{make_query(name_table(page))} HTTP/1.1\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            raise AssertionError(head)
        self.writers.append(writer)
        task = asyncio.create_task(self.read(reader, page // AT_A_TABLE))
        self.reading.add(task)

    async def read(self, reader: asyncio.StreamReader, table: int) -> None:
        while line := await reader.readline():
            if line.startswith(b"data"):
                self.delays.append(time.perf_counter() - self.published[table])

    async def be_told(self, seconds: float) -> int:
        """Publish news to the tables in turn, for so many seconds, and return how often."""
        tables = len(self.writers) // AT_A_TABLE
        pause, begun, times = 60 / NEWS_A_MINUTE / tables, time.perf_counter(), 0
        while (now := time.perf_counter()) < begun + seconds:
            table = times % tables
            self.published[table] = now
            await asyncio.to_thread(news.publish, [name_table(table * AT_A_TABLE)])
            times += 1
            await asyncio.sleep(max(0.0, begun + times * pause - time.perf_counter()))
        await asyncio.sleep(1)
        return times


def name_table(page: int) -> str:
    return f"table:{page // AT_A_TABLE}"


def make_query(name: str) -> str:
    return lead_to_stream([name], ["seats", "session", "person"])["Location"].partition("?")[2]


async def measure_streams(port: int, process: psutil.Process, is_quick: bool) -> list[Figure]:
    seconds, held = (LASTS / 3, 2 * THOUSAND) if is_quick else (LASTS, HELD)
    listener, empty = Listener(port), process.memory_info().rss
    await listener.open(THOUSAND)
    before = spent(process)
    await asyncio.sleep(seconds)
    idle = 100 * (spent(process) - before) / seconds
    before, begun = spent(process), time.perf_counter()
    times = await listener.be_told(seconds)
    busy = 100 * (spent(process) - before) / (time.perf_counter() - begun)
    if len(listener.delays) != AT_A_TABLE * times:
        raise AssertionError(f"{len(listener.delays)} of {AT_A_TABLE * times} news arrived")
    begun = time.perf_counter()
    await listener.open(held)
    opening = (time.perf_counter() - begun) / (held - THOUSAND)
    weight = (process.memory_info().rss - empty) / held
    delay, each = 1000 * statistics.median(listener.delays), f"{1000 * opening:.2f} ms to open one"
    for task in listener.reading:
        task.cancel()
    return [
        Figure("1,000 pages that wait", idle, "% of core", f"<= {IDLE:.0f}", idle <= IDLE, ""),
        Figure("... two news a minute each", busy, "% of core", f"<= {BUSY:.0f}", busy <= BUSY, f"{times} news"),
        Figure("an event, median", delay, "ms", "", True, ""),
        Figure("streams held", held, "", f">= {HELD}", held >= HELD or is_quick, each),
        Figure("memory of one", weight, "bytes", f"<= {BYTES}", weight <= BYTES, ""),
        Figure("memory of the process without any", empty / 1e6, "MB", "", True, ""),
    ]


def spent(process: psutil.Process) -> float:
    used = process.cpu_times()
    return float(used.user + used.system)


def measure_moves(site: Server, port: int, people: People, moves: int) -> Figure:
    """Measure how soon after a move is sent another player's page has what is new, with its own poll."""
    chance, connections = Random(1), (Connection(site.port), Connection(site.port))
    times: list[float] = []
    while len(times) < moves:
        [sent] = people.sit_down(chance.choice(PLACES), 1)
        others = [player for player in sent.table.players if player.user_id not in (None, sent.user.pk)]
        cookies = people.cookies[others[0].user_id or 0]
        if (seconds := time_move(connections, port, sent, cookies)) is not None:
            times.append(1000 * seconds)
    middle = statistics.median(times)
    beside = f"95 of 100 within {sorted(times)[int(0.95 * len(times))]:.0f} ms, of {moves}"
    return Figure("another's move, with the poll, median", middle, "ms", f"<= {SOON}", middle <= SOON, beside)


def time_move(connections: Sequence[Connection], port: int, sent: Asked, cookies: str) -> float | None:
    """Return how many seconds it takes, or None for a move that is no news to others."""
    mine, theirs = connections
    page = theirs.ask(write_request(sent.path, cookies, htmx=False))
    poll = write_request(find_news(page.text), cookies)
    stream = open_stream(theirs, port, f"{sent.path}listen/", cookies)
    move = sent.move(mine.ask(sent.page()))
    begun = time.perf_counter()
    if mine.ask(move).status != 200:
        raise AssertionError("a move was refused")
    stream.socket.settimeout(1)
    try:
        while not stream.reader.readline().startswith(b"data"):
            pass
        answer: Answer = theirs.ask(poll)
        return time.perf_counter() - begun if answer.status == 200 else None
    except TimeoutError:
        return None
    finally:
        stream.close()


def open_stream(line: Connection, port: int, path: str, cookies: str) -> Connection:
    line.socket.sendall(write_request(path, cookies))
    line.reader.readline()
    headers = dict(line.read_headers())
    line.reader.read(int(headers.get("content-length", 0)))
    stream = Connection(port)
    stream.socket.sendall(f"GET {headers['location']} HTTP/1.1\r\n\r\n".encode())
    while stream.reader.readline() != b":\n":
        pass
    return stream


def measure(folder: Path, environment: dict[str, str], is_quick: bool) -> list[Figure]:
    with run_streams(folder, environment) as (port, process):
        figures = asyncio.run(measure_streams(port, process, is_quick))
        with Server("site", folder, environment, "insidejob.wsgi") as site:
            return [*figures, measure_moves(site, port, People(), 20 if is_quick else 100)]


@contextmanager
def run_streams(folder: Path, environment: dict[str, str]) -> Iterator[tuple[int, psutil.Process]]:
    port = free_port()
    command = [sys.executable, "-m", "insidejob.streams", f"{HOST}:{port}"]
    streams = Service("streams", command, folder=folder, environment=environment)
    streams.start()
    try:
        wait_until(lambda: is_ready(port), START_LIMIT, "streams can be opened")
        [process] = streams.family()
        yield port, process
    finally:
        streams.end()


def is_ready(port: int) -> bool:
    try:
        stream = Connection(port)
    except OSError:
        return False
    stream.socket.sendall(f"GET /stream/?{make_query('ready')} HTTP/1.1\r\n\r\n".encode())
    ready = stream.reader.readline().startswith(b"HTTP/1.1 200")
    stream.close()
    return ready
