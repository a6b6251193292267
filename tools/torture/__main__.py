"""`make torture`: tables of bots and scripted people while everything they need is killed at random.

It starts its own PostgreSQL, Redis and site, kills nothing else, and leaves nothing behind.
`make torture ARGS="--rounds 10 --seed 7"`: fewer rounds, and the choices of an earlier run.
"""

import argparse
import os
import shutil
import sys
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING

from tests.postgres import has_bundled_postgres
from tools.torture.chaos import FAULTS
from tools.torture.stage import Stage, run_site, set_stage

if TYPE_CHECKING:
    from tools.torture.rounds import Cast

PEOPLE = 12

# A move is acknowledged up to so long before PostgreSQL has written it down.
CARELESS = ("-c", "synchronous_commit=off", "-c", "wal_writer_delay=10s")


def main(arguments: list[str]) -> int:
    """Run the rounds, print the figures, and return an exit code."""
    parser = argparse.ArgumentParser(prog="make torture", description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=SystemRandom().getrandbits(32))
    parser.add_argument("--extra", type=int, default=2, help="faults in a round beside one of each kind")
    parser.add_argument("--only", choices=[*FAULTS, ""], default="", help="faults of this kind alone")
    parser.add_argument(
        "--careless", action="store_true", help="plant a fault: commits wait for no disk, so moves get lost"
    )
    options = parser.parse_args(arguments)
    if missing := find_missing():
        print(f"Not at hand: {missing}.")
        return 1
    try:
        with set_stage(CARELESS if options.careless else ()) as stage:
            return run(stage, options)
    except KeyboardInterrupt:
        print("Stopped.")
        return 130


def find_missing() -> str:
    """Return what is needed and not here, in words."""
    found = {"PostgreSQL's programs": has_bundled_postgres(), "redis-server": shutil.which("redis-server")}
    return ", ".join(name for name, is_here in found.items() if not is_here)


def run(stage: Stage, options: argparse.Namespace) -> int:
    """Run the rounds asked for on a site, and return an exit code."""
    # Not before Django knows where the database is.
    from tools.torture.house import insist
    from tools.torture.report import Report
    from tools.torture.rounds import Settings, play_round

    report, chance, settings = Report(), Random(options.seed), Settings(options.extra, options.only)
    with run_site(stage) as supervisor:
        print(f"{stage.version()}; seed {options.seed}", flush=True)
        cast = make_cast(stage)
        for number in range(1, options.rounds + 1):
            report.rounds.append(play_round(number, stage, cast, chance, settings))
            print(report.rounds[-1], flush=True)
        report.restarts = supervisor.restarts
        insist(report.read_lateness)
        report.note(cast.memory, stage.posts.list_copies())
    print(report)
    if report.count_faults():
        stage.keeps_logs = True
        print(f"What the programs said is kept in {stage.folder}.")
    return int(stage.keeps_logs)


def make_cast(stage: Stage) -> "Cast":
    """Store people who get all notifications by every channel, and sign each of them in."""
    from tests.builders_people import make_person
    from tests.races.answers import sign_in
    from tools.torture.house import watch_the_clock
    from tools.torture.people import Memory
    from tools.torture.rounds import Cast, turn_on_channels

    watch_the_clock()
    people = [make_person() for _ in range(PEOPLE)]
    for person in people:
        turn_on_channels(person, stage.posts.server.url)
    return Cast(people, {person.pk: sign_in(person) for person in people}, Memory())


if __name__ == "__main__":
    os.chdir(Path(__file__).resolve().parent.parent.parent)
    sys.exit(main(sys.argv[1:]))
