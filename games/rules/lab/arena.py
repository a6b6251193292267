"""Plays tables of bots and counts who wins, why, and how long decisions take.

The same table, line-up and seeds give the same figures.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from multiprocessing import get_context
from random import Random
from statistics import mean, stdev
from typing import Any

from games.rules.engine.play import play_out
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Bot, Chance, Json
from games.rules.lab.outside import Ask, play_with
from games.rules.registry import get_title

NORMAL_95 = 1.96
CHUNK = 10
# A function that returns processor time in nanoseconds.
Clock = Callable[[], int]


@dataclass(frozen=True)
class Table:
    title: str
    seats: int
    options: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True)
class Lineup:
    """Which bots sit where.

    All seats have the bot `usual`, apart from the sides in `sides`. Of the sides in `lone`, only one seat has the bot
    given there. `programs` has programs by the name of their bot.
    """

    usual: str
    sides: Mapping[str, str] = field(default_factory=dict)
    lone: Mapping[str, str] = field(default_factory=dict)
    programs: Mapping[str, Ask] = field(default_factory=dict)

    def seat(self, sides: Sequence[str]) -> tuple[str, ...]:
        bots = [self.sides.get(side, self.usual) for side in sides]
        for side, bot in self.lone.items():
            if side in sides:
                bots[sides.index(side)] = bot
        return tuple(bots)


# A role, and the bot that plays it.
Player = tuple[str, str]


@dataclass
class Count:
    games: int = 0
    # How often each role was dealt to each bot.
    dealt: Counter[Player] = field(default_factory=Counter)
    wins: Counter[Player] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    # What programs did wrong.
    faults: Counter[str] = field(default_factory=Counter)
    # How many decisions of each kind were made.
    decisions: Counter[str] = field(default_factory=Counter)
    nanoseconds: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Count") -> None:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    def share(self, role: str, bot: str | None = None) -> float:
        players = [player for player in self.dealt if player[0] == role and bot in (None, player[1])]
        return sum(self.wins[player] for player in players) / max(1, sum(self.dealt[player] for player in players))


def _no_clock() -> int:
    return 0


def play_table(table: Table, lineup: Lineup, seed: int, clock: Clock = _no_clock) -> tuple[Any, Count]:
    title = get_title(table.title)
    options = title.parse_options(table.options, table.seats)
    deal = title.make_deal(options, table.seats, dice("deal", seed))
    roles = _find_roles(title, options, deal, table.seats)
    names = lineup.seat([title.SIDES[role] for role in roles])
    count = Count(games=1)
    seated = dict(enumerate(names[: table.seats]))
    programs = {seat: lineup.programs[name] for seat, name in seated.items() if name in lineup.programs}
    bots = {seat: _timed(title.BOTS[name], count, clock) for seat, name in seated.items() if seat not in programs}
    state, faults = play_with(title, options, deal, bots, programs, dice("dice", seed))
    count.faults.update(faults)
    outcome = title.outcome(state)
    assert outcome is not None
    count.reasons[outcome.reason] += 1
    count.dealt.update({(roles[seat], names[seat]) for seat in range(table.seats)})
    count.wins.update({(roles[seat], names[seat]) for seat in outcome.winners if seat < table.seats})
    return state, count


def dice(what: str, seed: int) -> Random:
    return Random(f"{what} {seed}")  # noqa: S311  Not a secret; it must be reproducible.


def _find_roles(title: AnyTitle, options: Any, deal: Any, seats: int) -> tuple[str, ...]:
    """Return the roles of a deal.

    Only the end of a game opens all roles, so a quick game is played.
    """
    state, _ = play_out(title, options, deal, dict.fromkeys(range(seats), title.BOTS["random"]), dice("roles", 0))
    outcome = title.outcome(state)
    assert outcome is not None
    return outcome.roles


def _timed(bot: Bot, count: Count, clock: Clock) -> Bot:

    def play(seen: Any, chance: Chance) -> Any:
        started = clock()
        move = bot(seen, chance)
        count.decisions[seen.decision.kind] += 1
        count.nanoseconds[seen.decision.kind] += clock() - started
        return move

    return play


def _count_game(table: Table, lineup: Lineup, clock: Clock, seed: int) -> Count:
    return play_table(table, lineup, seed, clock)[1]


def measure(
    table: Table, lineup: Lineup, seeds: Iterable[int], processes: int = 1, clock: Clock = _no_clock
) -> list[Count]:
    play = partial(_count_game, table, lineup, clock)
    if processes == 1:
        return [play(seed) for seed in seeds]
    with get_context("spawn").Pool(processes) as pool:
        return pool.map(play, seeds, chunksize=CHUNK)


def total(counts: Iterable[Count]) -> Count:
    every = Count()
    for count in counts:
        every.add(count)
    return every


@dataclass(frozen=True)
class Difference:
    """How much more often a role wins in the second of two runs, and half the width of the 95 % interval."""

    games: int
    before: float
    after: float
    margin: float

    @property
    def points(self) -> float:
        return self.after - self.before

    def __str__(self) -> str:
        return f"{self.before:.1%} -> {self.after:.1%}, {self.points:+.1%} ± {self.margin:.1%} ({self.games} games)"


def compare(role: str, before: Sequence[Count], after: Sequence[Count]) -> Difference:
    """Return the difference between two runs, which must have played the same seeds."""
    pairs = [(one.share(role), other.share(role)) for one, other in zip(before, after, strict=True)]
    return Difference(
        games=len(pairs),
        before=mean(one for one, _ in pairs),
        after=mean(other for _, other in pairs),
        margin=NORMAL_95 * stdev(other - one for one, other in pairs) / sqrt(len(pairs)),
    )


def bounds(wins: int, games: int) -> tuple[float, float]:
    """Return the bounds of Wilson's 95 % interval for the share of games won."""
    share, square = wins / games, NORMAL_95**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = NORMAL_95 * sqrt(share * (1 - share) / games + square / (4 * games**2)) / (1 + square / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def tabulate(title: AnyTitle, count: Count) -> Iterator[str]:
    """Yield a table cell with the share of wins for each side.

    A side is counted by its first role in play, such as a plain Agent.
    """
    roles = {role for role, _ in count.dealt}
    for side in dict.fromkeys(title.SIDES.values()):
        role = next((role for role, of in title.SIDES.items() if of == side and role in roles), None)
        yield "" if role is None else _word_share(count, role)


def _word_share(count: Count, role: str) -> str:
    games = sum(many for (dealt, _), many in count.dealt.items() if dealt == role)
    wins = sum(many for (dealt, _), many in count.wins.items() if dealt == role)
    low, high = bounds(wins, games)
    return f"{100 * wins / games:.1f} ({100 * low:.1f}–{100 * high:.1f})"


def describe(count: Count) -> Iterator[str]:
    for role, bot in sorted(count.dealt):
        wins, games = count.wins[role, bot], count.dealt[role, bot]
        low, high = bounds(wins, games)
        yield f"  {role} ({bot}): wins {wins / games:.1%} ({low:.1%} to {high:.1%}) of {games}"
    yield "  ends: " + ", ".join(f"{reason} {many / count.games:.1%}" for reason, many in count.reasons.most_common())
    yield from describe_faults(count)
    times = (f"{kind} {count.nanoseconds[kind] / many / 1e6:.2f}" for kind, many in count.decisions.most_common())
    yield f"  ms a move: {', '.join(times)}"


def describe_faults(count: Count) -> Iterator[str]:
    if count.faults:
        yield f"  faults: {', '.join(f'{many} × {fault}' for fault, many in count.faults.most_common())}"
