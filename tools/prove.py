"""`make prove`: look long for leaks and for games that get stuck. Exits with 1 if anything was found.

python -m tools.prove --pairs 1000000 --seed K      compare that many pairs of worlds, play games, measure the bots
python -m tools.prove --only target absent          just those of the proofs
python -m tools.prove --title T --seed K --game 17  look again at one game, as a complaint names it (`K-17`)
"""

import argparse
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from secrets import token_hex

from tests.rounds import LONG, ask_for
from tests.rules import absent
from tests.rules.conformance import settings
from tests.rules.swap import Report, check_game, check_pairs
from tests.rules.worlds import Worlds
from tests.run import (
    JUNK,
    LEVELS,
    LIKE_OTHERS,
    NEEDS_DATABASE,
    ON_POSTGRES,
    PROCESSORS,
    find_postgres,
    run_pytest,
    share,
)
from tests.run import main as run_tests
from tests.run_browser import main as run_browser
from tests.titles import find_module, list_worlds

WORLDS = list_worlds()
"""What each title gives to the world swap, by the title's name."""
SHOWN = 20
"""How many complaints are printed."""


def main(arguments: list[str]) -> int:
    asked = parse_arguments(arguments)
    if asked.game is not None:
        worlds = WORLDS[asked.title]
        return summarise(worlds, check_game(worlds, asked.game, asked.seed))
    return max(PROOFS[name](asked) for name in asked.only)


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """Return what the command line asks for; the seed is drawn if none is given."""
    parser = argparse.ArgumentParser(prog="python -m tools.prove", description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=1_000_000)
    parser.add_argument("--received", type=int, default=10_000, help="pairs compared over HTTP, and by mail")
    parser.add_argument("--junk", type=int, default=200_000, help="requests of junk")
    parser.add_argument("--absent", type=int, default=100_000)
    parser.add_argument("--lineups", type=int, default=1_000, help="pairs at each of those line-ups")
    parser.add_argument("--stored", type=int, default=500)
    parser.add_argument(
        "--only", nargs="+", choices=PROOFS, default=list(PROOFS), metavar="PROOF", help=", ".join(PROOFS)
    )
    parser.add_argument("--seed", default=token_hex(4))
    parser.add_argument("--game", type=int)
    parser.add_argument("--title", choices=WORLDS, default="insidejob", help="the title of that game")
    return parser.parse_args(arguments)


def swap_worlds(worlds: Worlds, asked: argparse.Namespace) -> int:
    """Compare as many pairs of worlds of a title as are asked for, and return an exit code."""
    print(f"World swap of {worlds.TITLE.NAME}: {asked.pairs:,} pairs, seed {asked.seed}", flush=True)
    return summarise(worlds, check_pairs(worlds, asked.pairs, asked.seed, show_progress(asked.pairs)))


def swap_at_lineups(asked: argparse.Namespace) -> int:
    """Compare pairs of worlds at every line-up, also those that random tables hardly ever have, and return an exit
    code."""
    worst = 0
    for title, worlds in WORLDS.items():
        if found := find_module(title, "lineups"):
            count = len(found.LINEUPS)
            print(f"World swap of {title}: {count} line-ups, {asked.lineups:,} pairs each, seed {asked.seed}")
            tell = show_progress(asked.lineups * count)
            worst = max(worst, summarise(worlds, found.check_lineups(found.LINEUPS, asked.lineups, asked.seed, tell)))
    return worst


def show_progress(pairs: int, every: float = 30) -> Callable[[Report], None]:
    """Return a function that prints, now and then, how far the proof is and how long it will take."""
    started = shown = time.monotonic()

    def tell(total: Report) -> None:
        nonlocal shown
        now = time.monotonic()
        if now - shown < every:
            return
        shown = now
        left = (now - started) / total.pairs * max(0, pairs - total.pairs) / 60
        print(f"{total.pairs:>11,} pairs, {len(total.complaints)} differing, {left:.0f} min left", flush=True)

    return tell


def summarise(worlds: Worlds, report: Report) -> int:
    """Print what was found and in what the worlds differed, and return an exit code."""
    for complaint in report.complaints[:SHOWN]:
        print(complaint)
    for kind in (*worlds.SECRETS, *sorted(set(report.counts) - set(worlds.SECRETS))):
        print(f"{report.counts[kind]:>11,} {kind}")
    print(f"{report.pairs:,} pairs of worlds compared: {len(report.complaints)} told apart.", flush=True)
    return int(bool(report.complaints))


def compare_received(pairs: int) -> int:
    """Compare `pairs` pairs over HTTP and as many by mail, every byte and every query; return an exit code."""
    print(f"World swap over HTTP and by mail: {pairs:,} pairs each", flush=True)
    tests = [
        "tests/tables/pages/test_world_swap.py::test_whoever_may_not_know_something_never_receives_it",
        "tests/notifications/email/test_world_swap.py::test_no_mail_tells_what_is_hidden",
    ]
    return int(run_pytest(["-q", *tests], {**os.environ, **ask_for(received=pairs, received_again=pairs)}))


def play_every_setting() -> int:
    """Test the laws of all titles at every possible kind of table, and return an exit code."""
    print(f"Conformance: all {len(settings()):,} settings", flush=True)
    laws = ["tests/rules/test_conformance.py", "tests/rules/test_conformance_json.py"]
    return int(run_pytest(["-q", *laws], {**os.environ, **ask_for(settings=3)}))


def throw_junk(requests: int, seed: str) -> int:
    print(f"Junk: {requests:,} requests, seed {seed}", flush=True)
    environment = {**os.environ, **ask_for(junk=requests), "FUZZ_SEED": seed}
    return int(run_pytest(["-q", "tests/site/pages/test_fuzz.py"], environment))


def play_absent(games: int, seed: str) -> int:
    """Play games with players who are late, leave and come back, and return an exit code."""
    print(f"Absent players: {games:,} games, seed {seed}", flush=True)
    report = absent.play_absent_games(games, seed)
    print("\n".join(report.faults[:SHOWN]), end="\n" * bool(report.faults))
    closes = report.closes.total()
    print(f"{report.games:,} games, {closes:,} questions closed by the clock: {len(report.faults)} stuck.", flush=True)
    return int(bool(report.faults))


def play_stored(games: int) -> int:
    """Play such games on a database, each checked after every move, and return an exit code."""
    return int(run_pytest(["-q", "tests/tables/test_every_game_ends.py"], {**os.environ, **ask_for(stored=games)}))


def run_on_both() -> int:
    """Run on PostgreSQL what otherwise runs on SQLite alone, and on SQLite all of what otherwise runs there in part.

    Return an exit code, which is 1 without PostgreSQL.
    """
    sqlite = {name: text for name, text in os.environ.items() if name != "DATABASE_URL"}
    failed = run_pytest([*share(PROCESSORS + 1), *NEEDS_DATABASE, *ON_POSTGRES], sqlite)
    with find_postgres() as found:
        if found is None:
            print("No PostgreSQL is at hand.")
            return 1
        tests = [*share(PROCESSORS + 1), *NEEDS_DATABASE, *LIKE_OTHERS, *JUNK]
        return int(run_pytest(["-q", *tests], {**os.environ, "DATABASE_URL": found[0]}) or failed)


def play_long() -> int:
    """Run what `make proofs` runs with more rounds, and what it leaves out; return an exit code."""
    return run_tests([next(flag for flag, level in LEVELS.items() if level == LONG)])


def hear() -> int:
    """Compare what a screen reader says with what it said, where one is installed; return an exit code."""
    return run_browser(["tests/browser/test_heard.py", "-q", "-rs"])


def measure_bots() -> int:
    """Measure how much stronger than chance each title's bots are, where it can be said; return an exit code."""
    measured = [strength.look_long() for title in WORLDS if (strength := find_module(title, "strength"))]
    print("\n".join(words for words, _ in measured), flush=True)
    return int(not all(suffices for _, suffices in measured))


PROOFS: dict[str, Callable[[argparse.Namespace], int]] = {
    **{name: partial(swap_worlds, worlds) for name, worlds in WORLDS.items()},
    "lineups": swap_at_lineups,
    "received": lambda asked: compare_received(asked.received),
    "settings": lambda asked: play_every_setting(),
    "junk": lambda asked: throw_junk(asked.junk, asked.seed),
    "absent": lambda asked: play_absent(asked.absent, asked.seed),
    "stored": lambda asked: play_stored(asked.stored),
    "long": lambda asked: play_long(),
    "databases": lambda asked: run_on_both(),
    "bots": lambda asked: measure_bots(),
    "heard": lambda asked: hear(),
}
"""The proofs by name, in the order in which they run. The first are the world swaps of each title."""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
