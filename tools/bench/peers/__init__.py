"""Measures what a move and a page cost here and at two other sites: `make bench ARGS=peers`.

The others are boardgame.io on PostgreSQL and rally-the-troops on SQLite, each with one process of Node. Their packages
come from npm (`requirements/peers/`), and the code of rally-the-troops from GitHub.
"""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.run import find_postgres
from tools.bench.figures import Figure
from tools.bench.http import QUICK, make_database, measure_on
from tools.bench.http.environment import ROOT
from tools.bench.peers import boardgame, rally
from tools.bench.peers.measuring import measure_peer

PACKAGES = ROOT / ".venv" / "peers"


def measure(is_quick: bool) -> Iterator[Figure]:
    with find_postgres() as found:
        if not found or not shutil.which("redis-server"):
            print("  left out: no PostgreSQL or no redis-server is at hand")
            return
        print(f"  {found[1]}")
        yield from measure_on(found[0], "--peers", *([QUICK] if is_quick else []))
        if not (PACKAGES / "node_modules").exists():
            print("  boardgame.io and rally-the-troops left out: `make bench ARGS=peers` installs them, and needs npm")
            return
        yield from measure_others(found[0], is_quick)


def measure_others(url: str, is_quick: bool) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory(prefix="insidejob-bench-") as folder, make_database(url) as database:
        with boardgame.run(PACKAGES, Path(folder), database) as peer:
            yield from measure_peer(peer, is_quick, database)
        if fault := rally.fetch_code(PACKAGES):
            print(f"  rally-the-troops left out: {fault}")
            return
        with rally.run(PACKAGES, Path(folder)) as peer:
            yield from measure_peer(peer, is_quick)
