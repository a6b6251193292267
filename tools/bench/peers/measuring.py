"""What is measured at each site, in the same way."""

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

import psutil

from tools.bench.backends import Backends
from tools.bench.figures import Figure

WARM_UP, MOVES, PAGES, KILLS = 50, 300, 100, 10
QUICK_SHARE = 10
PAUSE = 0.02
"""Seconds after a request in which the server may end its work, which is counted, too."""


class Peer(Protocol):
    """A site that runs here, with a game where two pages are open: the one that moves, and another player's."""

    name: str

    @property
    def processes(self) -> Sequence[psutil.Process]:
        """All processes that are counted, except those of PostgreSQL."""

    @property
    def server(self) -> Sequence[psutil.Process]:
        """Those that answer moves."""

    def start(self) -> None: ...

    def prepare(self) -> None:
        """Open the two pages if they are not, in a game where a move can be made."""

    def move(self) -> None:
        """Make a move. Returns when the page that moves has the answer."""

    def wait_for_other(self) -> bool:
        """Return when the other page shows the move, or False if it shows nothing new."""

    def open_page(self) -> None: ...

    def is_stored(self) -> bool:
        """Return whether the last move is in the database."""


def measure_peer(peer: Peer, is_quick: bool, *databases: str) -> Iterator[Figure]:
    share = QUICK_SHARE if is_quick else 1
    with Backends(*databases) as backends:
        yield from measure_moves(peer, backends, WARM_UP // share, MOVES // share)
        yield measure_delays(peer, MOVES // share)
        pages = [measure(peer, backends, peer.open_page)[0] for _ in range((WARM_UP + PAGES) // share)]
        yield name_cost(peer, "a page opens", pages[WARM_UP // share :])
    kills = KILLS // share
    lost = sum(not survives(peer) for _ in range(kills))
    yield Figure(f"{peer.name}: moves lost", lost, "", "", True, f"of {kills}, killed once the move was answered")


Cost = tuple[float, float]
"""Seconds of the server's processor time, and of PostgreSQL's."""
Result = TypeVar("Result")


def measure_moves(peer: Peer, backends: Backends, warm_up: int, moves: int) -> Iterator[Figure]:
    """Measure moves that are news to the other page."""
    answers: list[Cost] = []
    others: list[Cost] = []
    while len(others) < warm_up + moves:
        peer.prepare()
        answer, _ = measure(peer, backends, peer.move)
        other, is_news = measure(peer, backends, peer.wait_for_other)
        if is_news:
            answers.append(answer)
            others.append(other)
    yield name_cost(peer, "a move", answers[warm_up:])
    yield name_cost(peer, "the other page gets it", others[warm_up:])


def measure_delays(peer: Peer, moves: int) -> Figure:
    delays: list[float] = []
    while len(delays) < moves:
        peer.prepare()
        time.sleep(PAUSE)
        begun = time.perf_counter()
        peer.move()
        if peer.wait_for_other():
            delays.append(1000 * (time.perf_counter() - begun))
    beside = f"95 of 100 within {sorted(delays)[int(0.95 * moves)]:.1f} ms"
    return Figure(f"{peer.name}: the other page knows", statistics.median(delays), "ms", "", True, beside)


def measure(peer: Peer, backends: Backends, act: Callable[[], Result]) -> tuple[Cost, Result]:
    before, database_before = read_time(peer.processes), backends.processor_time()
    result = act()
    time.sleep(PAUSE)
    return (read_time(peer.processes) - before, backends.processor_time() - database_before), result


def read_time(processes: Sequence[psutil.Process]) -> float:
    """Return the processor time in seconds of the threads that live. These servers keep their threads."""
    threads = [path for process in processes for path in Path(f"/proc/{process.pid}/task").glob("*/schedstat")]
    return sum(int(path.read_text().split()[0]) for path in threads) / 1e9


def name_cost(peer: Peer, what: str, costs: Sequence[Cost]) -> Figure:
    server, database = (1000 * statistics.fmean(parts) for parts in zip(*costs, strict=True))
    beside = f"server {server:.2f}, PostgreSQL {database:.2f}; {len(costs)} times"
    return Figure(f"{peer.name}: {what}", server + database, "ms", "", True, beside)


def survives(peer: Peer) -> bool:
    """Kill the server as soon as a move is answered, and return whether the move is stored."""
    peer.prepare()
    peer.move()
    for process in peer.server:
        process.kill()
    # PostgreSQL may still finish what the killed server has asked for.
    time.sleep(1)
    stored = peer.is_stored()
    peer.start()
    return stored
