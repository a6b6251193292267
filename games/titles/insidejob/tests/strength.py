"""How much better or worse a bot plays than `steady`: side by side on common deals, with `steady` in all other seats.

`manage.py arena insidejob --seats 3 4 5 --side agents=expert --compare` measures any line-up so.
"""

from collections.abc import Sequence
from functools import cache
from math import sqrt
from statistics import mean

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


def pool(differences: Sequence[Difference]) -> Difference:
    """Return the mean of differences that were each measured on different deals."""
    return Difference(
        games=sum(each.games for each in differences),
        before=mean(each.before for each in differences),
        after=mean(each.after for each in differences),
        margin=sqrt(sum(each.margin**2 for each in differences)) / len(differences),
    )


def look_long() -> tuple[str, bool]:
    """Return the table for `random` and `expert`, and whether these are clearly weaker and stronger on both sides.

    `random` is weaker at each number of seats. `expert` is stronger as a mean over them: as the Insider it gains little
    more at each than chance allows for.
    """
    lines, suffices = [], True
    for bot, seeds, judge in (("random", RANDOM_GAMES, is_weaker), ("expert", EXPERT_GAMES, is_stronger)):
        for role in ROLES:
            found = [measure_side(seats, role, bot, seeds, processes=2) for seats in SEATS]
            named = [*zip((f"{seats} seats" for seats in SEATS), found, strict=True), ("all", pool(found))]
            lines += [f"{table}, {role:7}: {BASELINE} -> {bot} {difference}" for table, difference in named]
            judged = [pool(found)] if judge is is_stronger else found
            suffices = suffices and all(map(judge, judged))
    return "\n".join(lines), suffices
