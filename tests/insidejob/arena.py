"""Tables of bots, played out and counted: who wins, by what, and what each kind of play says of its seat.

`python -m tests.insidejob.arena --seats 3 4 5 --games 1000` prints how the base game goes, `--roles sleeper,tim_shady`
or `--every-role` how it goes with special roles, `--traits` what the plays of the Insider and of the Agents look like.
The same arguments give the same figures, but for the times.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from math import log, sqrt
from multiprocessing import get_context
from random import Random

from games.rules.insidejob import BOTS, NAME, make_deal, parse_options
from games.rules.insidejob.bots.evidence import LEADS, SPOILT, Trait, read_trait
from games.rules.insidejob.deal import LARRY
from games.rules.insidejob.moves import Vote
from games.rules.insidejob.observe import Observation
from games.rules.insidejob.roles import AGENT, INSIDER, NEUTRAL, PROF_NO, ROLES, SPECIAL, is_insider
from games.rules.insidejob.state import State
from games.rules.play import play_out
from games.rules.protocol import Bot, Chance, Json
from games.rules.registry import get_title

INSIDERS, OTHERS = "insider", "others"
NORMAL_95 = 1.96


@dataclass
class Count:
    """What was counted over games: all of it adds up."""

    games: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    """By role, and for the Agents' side and the Insider's as a whole under `agents_side`, `insiders_side`."""
    dealt: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    tricks: int = 0
    met: int = 0
    taken: int = 0
    """Tricks the Insider won."""
    traits: Counter[tuple[str, Trait]] = field(default_factory=Counter)
    wagers: Counter[tuple[str, bool]] = field(default_factory=Counter)
    """Plays of followers, by whose they were and whether an intel was put on them."""
    decisions: Counter[str] = field(default_factory=Counter)
    nanoseconds: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Count") -> None:
        """Add what another count has."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


def play_table(seats: int, raw: Mapping[str, Json], bot: str, seed: int) -> Count:
    """Play one game with `bot` in every seat, and count it."""
    options = parse_options(raw, seats)
    deal = make_deal(options, seats, Random(f"deal {seed}"))
    count = Count(games=1)
    bots = dict.fromkeys(range(seats), timed(BOTS[bot], count))
    state, _ = play_out(get_title(NAME), options, deal, bots, Random(f"dice {seed}"))
    count_game(count, state)
    return count


def timed(bot: Bot, count: Count) -> Bot:
    """Return a bot that plays like `bot` and notes how long it takes for a card or a vote."""

    def play(seen: Observation, chance: Chance) -> object:
        started = time.process_time_ns()
        move = bot(seen, chance)
        kind = "vote" if isinstance(move, Vote) else "card"
        count.decisions[kind] += 1
        count.nanoseconds[kind] += time.process_time_ns() - started
        return move

    return play


def count_game(count: Count, state: State) -> None:
    """Count a finished game."""
    assert state.outcome is not None
    roles = state.deal.roles
    insider = next(seat for seat, role in enumerate(roles) if is_insider(role))
    count.dealt.update(set(roles))
    count.wins.update({roles[seat] for seat in state.outcome.winners})
    count.reasons[state.outcome.reason] += 1
    for trick in state.tricks:
        count.tricks += 1
        count.met += trick.met
        count.taken += trick.winner == insider
        for place, played in enumerate(trick.plays):
            if state.has_larry and played.seat == LARRY:
                continue
            whose = INSIDERS if played.seat == insider else OTHERS
            count.traits[whose, read_trait(trick.mission, trick.plays[: place + 1], state.seats)] += 1
            if place:
                count.wagers[whose, played.wager] += 1


def measure(seats: int, raw: Mapping[str, Json], games: int, processes: int = 2, bot: str = "steady") -> Count:
    """Return the count over the games with the seeds from 0 on."""
    total, play = Count(), partial(play_table, seats, raw, bot)
    if processes == 1:
        for seed in range(games):
            total.add(play(seed))
        return total
    with get_context("spawn").Pool(processes) as pool:
        for count in pool.imap(play, range(games), chunksize=20):
            total.add(count)
    return total


def bounds(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % bounds of a share (Wilson's interval)."""
    share, square = wins / games, NORMAL_95**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = NORMAL_95 * sqrt(share * (1 - share) / games + square / (4 * games**2)) / (1 + square / games)
    return middle - half, middle + half


def kills(count: Count, whose: str) -> float:
    """Return the share of leads that kill the mission just chosen."""
    leads = {trait: many for (who, trait), many in count.traits.items() if who == whose and trait[0] == LEADS}
    return sum(many for trait, many in leads.items() if trait[1] == SPOILT) / max(1, sum(leads.values()))


def describe(seats: int, roles: str, count: Count) -> Iterator[str]:
    """Give the lines in which a count is printed."""
    yield f"{seats} seats, {roles or 'base game'}, {count.games} games"
    for role in sorted(count.dealt):
        low, high = bounds(count.wins[role], count.dealt[role])
        yield f"  {role:12} wins {count.wins[role] / count.dealt[role]:6.1%} ({low:.1%} to {high:.1%})"
    yield "  ends: " + ", ".join(f"{reason} {many / count.games:.1%}" for reason, many in count.reasons.most_common())
    found = count.reasons["vote_insider"]
    votes = found + count.reasons["vote_wrong"] + count.reasons["vote_tie"]
    yield (
        f"  missions met {count.met / count.tricks:.3f}, tricks the Insider takes {count.taken / count.tricks:.3f}, "
        f"votes that find the Insider {found / max(1, votes):.3f}, tricks {count.tricks / count.games:.1f}"
    )
    own, others = kills(count, INSIDERS), kills(count, OTHERS)
    yield f"  leads that kill their own mission: Insider {own:.1%}, others {others:.1%}"
    yield "  " + ", ".join(
        f"{count.nanoseconds[kind] / many / 1e6:.2f} ms a {kind}" for kind, many in count.decisions.items()
    )


def describe_traits(count: Count) -> Iterator[str]:
    """Give by kind of play how often it is the Insider's and the others', and the logarithm of the ratio."""
    totals = Counter[str]()
    for (whose, _), many in count.traits.items():
        totals[whose] += many
    for trait in sorted({trait for _, trait in count.traits}):
        insider = (count.traits[INSIDERS, trait] + 1) / (totals[INSIDERS] + 14)
        others = (count.traits[OTHERS, trait] + 1) / (totals[OTHERS] + 14)
        yield f"    {trait!r}: {log(insider / others):.2f},  # {insider:.3f} {others:.3f}"
    for whose in (INSIDERS, OTHERS):
        many = count.wagers[whose, True]
        yield f"  wagers of {whose}: {many / max(1, many + count.wagers[whose, False]):.3f}"


def describe_row(seats: int, roles: str, count: Count) -> str:
    """Return a row of the table in docs/bots.md: the shares of the Agents, the Insider's side, a role on no side."""
    insider = PROF_NO if PROF_NO in count.dealt else INSIDER
    neutral = next((role for role in sorted(count.dealt) if ROLES[role].side == NEUTRAL), "")
    cells = (describe_share(count, role) if role else "" for role in (AGENT, insider, neutral))
    return f"| {seats} | {roles or 'none'} | {' | '.join(cells)} | {count.games} |"


def describe_share(count: Count, role: str) -> str:
    """Return how many games in 100 a role wins, with the bounds."""
    low, high = bounds(count.wins[role], count.dealt[role])
    return f"{100 * count.wins[role] / count.dealt[role]:.1f} ({100 * low:.1f} to {100 * high:.1f})"


def list_tables(asked: argparse.Namespace) -> Iterable[str]:
    """Return the line-ups to be played, each as an option's value."""
    return SPECIAL if asked.every_role else asked.roles


def main(arguments: list[str]) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.insidejob.arena", description=__doc__.splitlines()[0])
    parser.add_argument("--seats", type=int, nargs="+", default=[3, 4, 5])
    parser.add_argument("--roles", nargs="+", default=[""])
    parser.add_argument("--every-role", action="store_true")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--no-wagers", action="store_true")
    parser.add_argument("--traits", action="store_true")
    parser.add_argument("--rows", action="store_true", help="as rows of the table in docs/bots.md")
    parser.add_argument("--bot", choices=BOTS, default="steady")
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args(arguments)
    for seats in asked.seats:
        for roles in list_tables(asked):
            raw = {"roles": roles, "wagers": not asked.no_wagers}
            count = measure(seats, raw, asked.games, asked.processes, asked.bot)
            print(
                describe_row(seats, roles, count) if asked.rows else "\n".join(describe(seats, roles, count)),
                flush=True,
            )
            if asked.traits:
                print("\n".join(describe_traits(count)), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
