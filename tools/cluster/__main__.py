"""A drill: twelve people play on a cluster of three machines while one part after another dies, hangs or is cut off.

`.venv/bin/python -m tools.cluster` as root. docs/reliability.md says what it needs. Each round has every fault once;
`--rounds 10 --seed 7` plays ten, with the choices of an earlier run.
"""

import argparse
import os
import sys
import time
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from random import Random, SystemRandom
from statistics import median
from typing import TYPE_CHECKING

from tools.cluster.stage import ClusterStage, find_missing, set_stage
from tools.torture.processes import wait_until

if TYPE_CHECKING:
    from tools.cluster.rounds import Result


def main(arguments: list[str]) -> int:
    """Run the rounds, print the table, and return an exit code."""
    from tools.cluster.faults import FAULTS

    parser = argparse.ArgumentParser(prog="python -m tools.cluster", description=__doc__)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=SystemRandom().getrandbits(32))
    parser.add_argument("--only", choices=FAULTS, nargs="+", default=list(FAULTS), help="these faults alone")
    parser.add_argument("--small", action="store_true", help="few processes and people, and shorter faults")
    parser.add_argument("--careless", action="store_true", help="plant a fault: commits wait for no replica")
    options = parser.parse_args(arguments)
    if missing := find_missing():
        print(f"Not at hand: {missing}.")
        return 1
    try:
        with set_stage(small=options.small, careless=options.careless) as stage:
            return _run(stage, options)
    except KeyboardInterrupt:
        print("Stopped.")
        return 130


def _run(stage: ClusterStage, options: argparse.Namespace) -> int:
    # Not before Django knows where the database is.
    from tools.cluster.rounds import WHOLE_LIMIT, make_cast, play
    from tools.cluster.watch import TABLE, Watch

    begun, chance, watch = time.monotonic(), Random(options.seed), Watch(stage)
    _execute(stage, TABLE)
    watch.start()
    print(f"seed {options.seed}; up after {begun - stage.begun_at:.0f} s", flush=True)
    cast = make_cast(small=options.small)
    results = []
    # If it is stopped, it says what it has found so far.
    with suppress(KeyboardInterrupt):
        for number in range(options.rounds):
            for name in chance.sample(options.only, len(options.only)):
                results.append(play(number + 1, name, stage, cast, chance))
                print(results[-1], flush=True)
    watch.stopped.set()
    wait_until(stage.postgres_answers, WHOLE_LIMIT, "PostgreSQL has a primary")
    faults = [fault for result in results for fault in result.faults] + list(watch.find_faults())
    print(_describe(results, len(watch.commits), faults))
    stage.keeps_logs = bool(faults)
    if faults:
        print(f"What the programs said is kept in {stage.folder}.")
    return int(bool(faults))


def _execute(stage: ClusterStage, statement: str) -> None:
    import psycopg

    with psycopg.connect(stage.cluster.url) as connection:
        connection.execute(statement)


def _describe(results: "list[Result]", commits: int, faults: list[str]) -> str:
    """Return the table: what happened how often, and after how long moves were acknowledged again."""
    waits = defaultdict(list)
    for result in (each for each in results if each.back_after):
        waits[result.fault].append(result.back_after)
    rows = [
        f"| {name.replace('_', ' ')} | {len(each)} | {median(each):.1f} s | {max(each):.1f} s |"
        for name, each in sorted(waits.items())
    ]
    taken = sum(result.taken for result in results)
    head = ["| fault | times | moves again after, median | longest |", "| --- | --- | --- | --- |"]
    tail = [f"{taken} moves acknowledged, {commits} commits acknowledged; faults found: {len(faults)}", *faults]
    return "\n".join([*head, *rows, "", *tail])


if __name__ == "__main__":
    os.chdir(Path(__file__).resolve().parent.parent.parent)
    with suppress(BrokenPipeError):
        sys.exit(main(sys.argv[1:]))
