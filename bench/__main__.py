"""Measure every section and print its figures: `python -m bench [section …]`."""

import platform
import sys
from collections.abc import Callable
from datetime import UTC, datetime

from bench import requests, rules, sweeps
from bench.figures import Figure

SECTIONS: dict[str, Callable[[], list[Figure]]] = {
    "rules": rules.measure,
    "requests": requests.measure,
    "sweeps": sweeps.measure,
}


def main(names: list[str]) -> int:
    """Print the figures of the sections named, or of all; return 2 for a section that is not there."""
    if unknown := set(names) - SECTIONS.keys():
        print(f"No such section: {', '.join(sorted(unknown))}. There are {', '.join(SECTIONS)}.")
        return 2
    print(f"Python {platform.python_version()}, {platform.machine()}, {datetime.now(UTC):%Y-%m-%d}")
    for name in names or SECTIONS:
        print(f"\n{name}")
        for figure in SECTIONS[name]():
            print(f"  {figure}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
