"""Watches all three PostgreSQL from outside: which of them acknowledge a commit, and whether it is kept."""

import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

import psycopg

from tools.cluster.machines import Machine
from tools.cluster.stage import ClusterStage

EVERY = 0.3
TABLE = "CREATE TABLE IF NOT EXISTS drill_commits (name text PRIMARY KEY)"
INSERT = "INSERT INTO drill_commits VALUES (%s)"
TIMELINE = "SELECT ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int"


@dataclass(frozen=True)
class Commit:
    """A commit that a server acknowledged: its name, its timeline, and when it was asked for and acknowledged."""

    name: str
    timeline: int
    asked_at: float
    at: float


@dataclass
class Watch:
    """Writes to each server by itself, and remembers what was acknowledged. Everywhere but at one it is refused."""

    stage: ClusterStage
    commits: list[Commit] = field(default_factory=list)
    stopped: threading.Event = field(default_factory=threading.Event)

    def start(self) -> None:
        for machine in self.stage.machines.values():
            threading.Thread(target=self._watch, args=(machine,), daemon=True).start()

    def _watch(self, machine: Machine) -> None:
        """Write again and again. While a server hangs this waits, as a commit that waits is not acknowledged."""
        number = 0
        while not self.stopped.wait(EVERY):
            try:
                with psycopg.connect(machine.postgres, connect_timeout=3, autocommit=True) as connection:
                    notices: list[str] = []
                    connection.add_notice_handler(lambda notice, seen=notices: seen.append(str(notice)))  # type: ignore[misc]
                    while not self.stopped.wait(EVERY):
                        number += 1
                        self._write(connection, f"{machine.name}-{number}", notices)
            except psycopg.Error:
                continue

    def _write(self, connection: psycopg.Connection, name: str, notices: list[str]) -> None:
        asked_at = time.monotonic()
        timeline = connection.execute(TIMELINE).fetchone()
        connection.execute(INSERT, [name])
        # A commit that no replica confirmed is no acknowledged one: PostgreSQL says so in a warning.
        if not notices and timeline:
            self.commits.append(Commit(name, timeline[0], asked_at, time.monotonic()))
        notices.clear()

    def find_faults(self) -> Iterator[str]:
        """Say which acknowledged commits are lost, and where two servers acknowledged commits at one time."""
        with psycopg.connect(self.stage.cluster.url) as connection:
            kept = {name for (name,) in connection.execute("SELECT name FROM drill_commits")}
        commits = list(self.commits)
        if lost := [commit for commit in commits if commit.name not in kept]:
            yield f"{len(lost)} acknowledged commits are lost, the first is {lost[0]}"
        first: dict[int, float] = {}
        last: defaultdict[int, float] = defaultdict(float)
        for commit in commits:
            first.setdefault(commit.timeline, commit.at)
            last[commit.timeline] = max(last[commit.timeline], commit.asked_at)
        for timeline, ended in last.items():
            if any(later > timeline and began < ended for later, began in first.items()):
                yield f"timeline {timeline} acknowledged commits after a later one had begun: two primaries"
