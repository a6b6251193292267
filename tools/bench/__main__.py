"""Run benchmarks: `python -m tools.bench [section …] [--quick]`."""

import os
import platform
import sys
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from tools.bench import cases, hot, http, optimizations, pace, peers, rules, start, statistics, sweeps
from tools.bench.figures import Figure

QUICK = "--quick"
SECTIONS: dict[str, Callable[[bool], Iterable[Figure]]] = {
    "rules": lambda is_quick: rules.measure(),
    "http": http.measure,
    "processes": http.measure_processes,
    "listen": http.measure_listening,
    "optimizations": optimizations.measure,
    "hot": lambda is_quick: hot.measure(),
    "sweeps": lambda is_quick: sweeps.measure(),
    "cases": cases.measure,
    "peers": peers.measure,
    "pace": lambda is_quick: pace.measure(),
    "statistics": lambda is_quick: statistics.measure(),
    "start": lambda is_quick: start.measure(),
}
"""The sections by name. Each function takes whether to measure less, as `--quick` asks, and returns figures."""


def main(arguments: list[str]) -> int:
    names = [argument for argument in arguments if argument != QUICK]
    if unknown := set(names) - SECTIONS.keys():
        print(f"No such section: {', '.join(sorted(unknown))}. There are {', '.join(SECTIONS)}.")
        return 2
    print(f"Python {platform.python_version()}, {os.cpu_count()} x {platform.machine()}, {datetime.now(UTC):%Y-%m-%d}")
    for name in names or SECTIONS:
        print(f"\n{name}")
        for figure in SECTIONS[name](QUICK in arguments):
            print(f"  {figure}", flush=True)
    print(f"\nLoad: {os.getloadavg()[0]:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
