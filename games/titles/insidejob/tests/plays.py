"""What the plays of the Insider and of the others look like at tables of bots, in numbers.

`python -m games.titles.insidejob.tests.plays --seats 4 --games 1000` prints, by kind of play, how often it is whose:
what the table `SPEAKS` of `evidence.py` is rounded from. `manage.py arena` says who wins.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import log

from games.rules.lab.arena import Lineup, Table, play_table
from games.titles.insidejob.rules import NAME
from games.titles.insidejob.rules.bots import BOTS
from games.titles.insidejob.rules.bots.evidence import LEADS, SPOILT, Trait, _read_trait
from games.titles.insidejob.rules.deal import LARRY
from games.titles.insidejob.rules.roles import is_insider
from games.titles.insidejob.rules.state import State

INSIDERS, OTHERS = "insider", "others"


@dataclass
class Plays:
    """What was counted over games."""

    tricks: int = 0
    met: int = 0
    taken: int = 0
    """Tricks the Insider took."""
    traits: Counter[tuple[str, Trait]] = field(default_factory=Counter)
    wagers: Counter[tuple[str, bool]] = field(default_factory=Counter)
    """Plays of followers, by whose they were and whether an intel was put on them."""

    def kills(self, whose: str) -> float:
        leads = {trait: many for (who, trait), many in self.traits.items() if who == whose and trait[0] == LEADS}
        return sum(many for trait, many in leads.items() if trait[1] == SPOILT) / max(1, sum(leads.values()))


def count_plays(seats: int, games: int, bot: str = "steady") -> Plays:
    plays = Plays()
    for seed in range(games):
        state, _ = play_table(Table(NAME, seats), Lineup(bot), seed)
        count_game(plays, state)
    return plays


def count_game(plays: Plays, state: State) -> None:
    insider = next(seat for seat, role in enumerate(state.deal.roles) if is_insider(role))
    for trick in state.tricks:
        plays.tricks += 1
        plays.met += trick.met
        plays.taken += trick.winner == insider
        for place, played in enumerate(trick.plays):
            if state.has_larry and played.seat == LARRY:
                continue
            whose = INSIDERS if played.seat == insider else OTHERS
            plays.traits[whose, _read_trait(trick.mission, trick.plays[: place + 1], state.seats)] += 1
            if place:
                plays.wagers[whose, played.wager] += 1


def describe(plays: Plays) -> Iterator[str]:
    totals = Counter[str]()
    for (whose, _), many in plays.traits.items():
        totals[whose] += many
    for trait in sorted({trait for _, trait in plays.traits}):
        insider = (plays.traits[INSIDERS, trait] + 1) / (totals[INSIDERS] + 14)
        others = (plays.traits[OTHERS, trait] + 1) / (totals[OTHERS] + 14)
        yield f"    {trait!r}: {log(insider / others):.2f},  # {insider:.3f} {others:.3f}"
    for whose in (INSIDERS, OTHERS):
        many = plays.wagers[whose, True]
        yield f"  wagers of {whose}: {many / max(1, many + plays.wagers[whose, False]):.3f}"
        yield f"  leads of {whose} that kill their own mission: {plays.kills(whose):.2%}"
    yield f"  missions met {plays.met / plays.tricks:.3f}, tricks of the Insider {plays.taken / plays.tricks:.3f}"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m games.titles.insidejob.tests.plays", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--seats", type=int, nargs="+", default=[3, 4, 5])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--bot", choices=BOTS, default="steady")
    asked = parser.parse_args(arguments)
    for seats in asked.seats:
        print(f"{seats} seats, {asked.games} games", *describe(count_plays(seats, asked.games, asked.bot)), sep="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
