"""The world swap at every line-up with a house role: chance alone would meet most of them in a handful of pairs."""

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from os import cpu_count
from random import Random

from games.titles.insidejob.rules.options import Options
from games.titles.insidejob.rules.roles import DAREDEVIL, list_house_lineups
from games.titles.insidejob.tests import worlds
from tests.rules.leaks import at_tables
from tests.rules.swap import Channels, Report, check_game

LINEUPS = list_house_lineups()
PAIRS = 8
"""How many pairs are compared at each line-up in the rounds of the suite."""


def draw_table_with(lineup: Sequence[str], chance: Random) -> tuple[Options, int]:
    while True:
        options, seats = worlds.draw_table(chance)
        if options.roles and (options.wagers or DAREDEVIL not in lineup):
            return replace(options, roles=tuple(lineup)), seats


def check_lineup(pairs: int, seed: str, lineup: Sequence[str], channels: Channels | None = None) -> Report:
    """Compare at least `pairs` pairs of worlds at tables with these roles, the same ones for the same seed."""
    report, number = Report(), 0
    tables = at_tables(worlds, partial(draw_table_with, lineup))
    while report.pairs < pairs:
        report.add(check_game(tables, number, f"{seed}-{'+'.join(lineup)}", channels))
        number += 1
    return report


def choose_lineups(count: int) -> list[tuple[str, ...]]:
    """Return `count` line-ups spread over all of them, or all if there are no more."""
    return [LINEUPS[place * len(LINEUPS) // count] for place in range(count)] if count < len(LINEUPS) else [*LINEUPS]


def check_lineups(
    lineups: Sequence[Sequence[str]], pairs: int, seed: str, tell: Callable[[Report], None] = lambda total: None
) -> Report:
    total = Report()
    with ProcessPoolExecutor(cpu_count(), mp_context=get_context("spawn")) as pool:
        for report in pool.map(partial(check_lineup, pairs, seed), lineups):
            total.add(report)
            tell(total)
    return total
