"""Threads that start at one instant, and rounds of a scenario raced by them."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Barrier
from typing import Any

from django.db import connections

LIMIT = 60.0
"""Seconds after which a thread counts as stuck."""


class Racers:
    """A crew of threads, kept for many rounds so that each keeps its database connection."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.pool = ThreadPoolExecutor(count)

    def __enter__(self) -> "Racers":
        return self

    def __exit__(self, *error: object) -> None:
        # The barrier gives each thread one of the calls.
        self.at_once([connections.close_all] * self.count)
        self.pool.shutdown()

    def at_once(self, calls: Sequence[Callable[[], Any]]) -> list[Any]:
        """Start all calls at one instant; return what each returned, or the exception that it raised."""
        gate = Barrier(len(calls))

        def run(call: Callable[[], Any]) -> Any:
            gate.wait(LIMIT)
            try:
                return call()
            except Exception as error:
                return error

        futures = [self.pool.submit(run, call) for call in calls]
        return [future.result(LIMIT) for future in futures]


@dataclass
class Report:
    """How many rounds ended in which way, what went wrong in the others, and how long all took."""

    endings: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def __str__(self) -> str:
        rounds = self.endings.total() + len(self.faults)
        endings = ", ".join(f"{count} {ending}" for ending, count in sorted(self.endings.items()))
        return f"{rounds} rounds, {len(self.faults)} faults, {self.seconds:.0f} s ({endings})"


def run_rounds(play_round: Callable[[], str], count: int) -> Report:
    """Play some rounds of a scenario, which returns a word for how the round ended or fails an assertion."""
    report, begin = Report(), time.monotonic()
    for _ in range(count):
        try:
            report.endings[play_round()] += 1
        except AssertionError as error:
            report.faults.append(str(error))
    report.seconds = time.monotonic() - begin
    return report
