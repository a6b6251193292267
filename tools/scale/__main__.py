"""`make scale`: load a database by COPY and measure what must not grow with it.

docs/scale.md has the commands. `--keep` leaves the database for the next run; names of sections run these alone.
"""

import argparse
import os
import sys
from datetime import UTC, datetime
from random import Random
from time import perf_counter

from tests.run import find_postgres
from tools.scale.database import NAME, open_database


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="make scale", description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="of a million games over and 100,000 running")
    parser.add_argument("--running", type=float, help="another share of the running games")
    parser.add_argument("--keep", action="store_true", help="keep the database, and use one that was kept")
    parser.add_argument("--name", default=NAME, help="what the database is called")
    parser.add_argument("sections", nargs="*")
    chosen = parser.parse_args(arguments)
    with find_postgres() as found:
        if not found:
            print("No PostgreSQL is at hand.")
            return 1
        url, description = found
        print(f"{description}, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC")
        with open_database(url, chosen.name, keep=chosen.keep) as is_new:
            if is_new:
                fill(chosen.share, chosen.running)
            return measure(chosen.sections)


def fill(share: float, running: float | None) -> None:
    from tools.scale.load import Size, load

    begun = perf_counter()
    size = Size.of(share, running)
    load(size, Random(1))
    print(f"loaded {size} in {perf_counter() - begun:.0f} s")


def measure(names: list[str]) -> int:
    from tools.scale.pages import measure_pages
    from tools.scale.sweeps import measure_due, measure_outage, measure_workers
    from tools.scale.upkeep import measure_checks, measure_cleaning, measure_room

    sections = {
        "room": measure_room,
        "pages": measure_pages,
        "cleaning": measure_cleaning,
        "checks": measure_checks,
        "due": measure_due,
        "workers": measure_workers,
        "outage": measure_outage,
    }
    if unknown := set(names) - sections.keys():
        print(f"No such section: {', '.join(sorted(unknown))}. There are {', '.join(sections)}.")
        return 2
    for name in names or sections:
        print(f"\n{name}, load {os.getloadavg()[0]:.1f}", flush=True)
        for figure in sections[name]():
            print(f"  {figure}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
