"""Fits how much of the evidence of the bots' model the onlooker believes, and how often tables are of one kind.

`python -m tools.bots.temper --games 120` prints for each `TEMPER` and `ALIKE` the mean logarithm of what was said
of the Insider (the less, the better) and the Brier score. The seeds are none of those with which
`manage.py check_suspicion --bots` begins.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import log
from statistics import mean

from games.rules.calibration import list_moments
from games.rules.engine.values import Seat
from games.rules.lab.arena import Table
from games.rules.lab.bot_pools import MIXED, play_states
from games.rules.registry import get_title
from games.titles.insidejob.rules import NAME
from games.titles.insidejob.rules.bots.listening import Heard, listen
from games.titles.insidejob.rules.bots.onlooker import ALIKE, _accuse, _find_suspects
from games.titles.insidejob.rules.observe import observe
from games.titles.insidejob.rules.state import State
from games.titles.insidejob.rules.suspicion import _is_insider

FIRST = 100_000
TEMPERS = (0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.7, 1.0)
ALIKES = (0.01, 0.2, ALIKE, 0.8)
"""How likely tables are thought to be of one kind."""


@dataclass(frozen=True)
class Hearing:
    """What was heard of each place at one moment, who was suspected, and who it was."""

    heard: Sequence[Heard]
    suspects: Sequence[Seat]
    insider: Seat

    def share(self, by: float, alike: float) -> dict[Seat, float]:
        return _accuse(self.heard, self.suspects, by, alike)


def hear_game(states: Sequence[State]) -> Iterator[Hearing]:
    for place in list_moments(get_title(NAME), states):
        seen = observe(states[place], None)
        suspects = _find_suspects(seen)
        if len(suspects) > 1:
            insider = next(seat for seat in range(seen.seats) if _is_insider(states[place], seat))
            yield Hearing(listen(seen), suspects, insider)


def judge(heard: Sequence[Hearing], by: float, alike: float) -> tuple[float, float]:
    shares = [(each.share(by, alike), each.insider) for each in heard]
    surprise = mean(-log(share[insider]) for share, insider in shares)
    brier = mean(sum((part - (seat == insider)) ** 2 for seat, part in share.items()) for share, insider in shares)
    return surprise, brier


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.bots.temper", description=__doc__.splitlines()[0])
    parser.add_argument("--seats", type=int, nargs="+", default=[3, 4, 5])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--pool", default=MIXED)
    asked = parser.parse_args(arguments)
    tables = [Table(NAME, seats) for seats in asked.seats]
    games = (play_states(table, asked.pool, FIRST + seed) for table in tables for seed in range(asked.games))
    heard = [hearing for states in games for hearing in hear_game(states)]
    print(f"{asked.pool}, {asked.seats} seats, {asked.games} games each, {len(heard)} moments")
    for by, alike in product(TEMPERS, ALIKES):
        surprise, brier = judge(heard, by, alike)
        print(f"  {by:4}, of one kind {alike:4}: surprise {surprise:.4f}, Brier {brier:.4f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
