"""How much better or worse a bot plays than `steady`: side by side on common deals, with `steady` in all other seats.

`manage.py arena insidejob --seats 3 4 5 --side agents=expert --compare` measures any line-up so.
"""

from collections.abc import Sequence
from functools import cache

from games.rules.lab.arena import Count, Difference, Lineup, Table, compare, measure
from games.titles.insidejob.rules import NAME
from games.titles.insidejob.rules.roles import AGENT, INSIDER, SIDES

RANDOM_GAMES = range(500)
EXPERT_GAMES = range(20_000, 20_300)
"""The seeds of the games against `random`, and of those with `expert`: none of those by which it was made."""
SEATS = (3, 4, 5)
"""The base game is measured: with Larry every second card is his."""
BASELINE = "steady"
POINTS = 0.05
"""By how much `steady` must win more often than `random` at least, and less often than `expert`."""
ROLES = (AGENT, INSIDER)


def measure_side(seats: int, role: str, bot: str, seeds: range, processes: int = 1) -> Difference:
    after = measure(Table(NAME, seats), Lineup(BASELINE, {SIDES[role]: bot}), seeds, processes)
    return compare(role, play_baseline(seats, seeds, processes), after)


@cache
def play_baseline(seats: int, seeds: range, processes: int) -> Sequence[Count]:
    return measure(Table(NAME, seats), Lineup(BASELINE), seeds, processes)


def is_weaker(difference: Difference) -> bool:
    return difference.points + difference.margin < -POINTS


def is_stronger(difference: Difference) -> bool:
    """Tell whether a bot is stronger than `steady`, chance allowed for, and by more than `POINTS` as measured."""
    return difference.points - difference.margin > 0 and difference.points > POINTS


def look_long() -> tuple[str, bool]:
    """Return the table for `random` and `expert`, and whether these are clearly weaker and stronger on both sides."""
    lines, suffices = [], True
    for bot, seeds, judge in (("random", RANDOM_GAMES, is_weaker), ("expert", EXPERT_GAMES, is_stronger)):
        for seats in SEATS:
            for role in ROLES:
                difference = measure_side(seats, role, bot, seeds, processes=2)
                lines.append(f"{seats} seats, {role:7}: {BASELINE} -> {bot} {difference}")
                suffices = suffices and judge(difference)
    return "\n".join(lines), suffices
