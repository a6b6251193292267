"""How the numbers of `pulls.py` are fitted: to what bots played on both sides, by the greatest likelihood.

`python -m tools.bots.fit` plays games and prints, by role and place in the trick, the numbers, how many plays they
come from, and how much is left unexplained: the mean of minus the logarithm of how likely the card played was, with the
numbers fitted, with those in use, and if every open card were as likely. The same arguments give the same figures.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import exp, log
from multiprocessing import get_context
from typing import NamedTuple

from games.rules.engine.values import Seat
from games.rules.lab.arena import Lineup, Table, play_table
from games.titles.insidejob.rules import NAME
from games.titles.insidejob.rules.bots.likelihood import list_options
from games.titles.insidejob.rules.bots.pulls import PULLS, Pull, draw, place_card
from games.titles.insidejob.rules.bots.tricks import GUESSES, NUMBERS, PartialTrick, lay, number, place_trump, try_each
from games.titles.insidejob.rules.roles import AGENT, INSIDER, ROLES, SPECIAL, SPECIAL_SEATS
from games.titles.insidejob.rules.state import State, Trick

FIRST = 30_000
"""The seed of the first game: those from 0, 10,000 and 20,000 on serve to measure."""
PLAIN_SEATS = (3, 4, 5)
MIXED = (
    Lineup("steady"),
    Lineup("steady", {"agents": "expert", "neutral": "expert"}),
    Lineup("steady", {"insiders": "expert"}),
    EXPERTS := Lineup("expert"),
)
"""Which seats `expert` plays, one line-up after the other. `steady` plays all other seats."""
RIDGE = 1.0
"""How strongly numbers are held to 0, where plays say nothing of them."""
STEPS = 12
UNITS = tuple(Pull(*(float(at == place) for at in range(len(Pull._fields)))) for place in range(len(Pull._fields)))

Row = tuple[float, ...]


class Choice(NamedTuple):
    """A card that was played: the traits of each card that could be played, and which was chosen."""

    options: tuple[Row, ...]
    chosen: int


Key = tuple[str, int]
"""A role, and the place of a card as `place_card` says it."""


class Sitting(NamedTuple):
    """A table to play at, the roles to read the plays of, and the line-ups that play there in turn."""

    table: Table
    roles: Sequence[str]
    lineups: Sequence[Lineup]


def read_game(table: Table, seed: int, lineups: Sequence[Lineup] = MIXED) -> list[tuple[Key, Choice]]:
    """Play a game; return all plays of the roles that have their own numbers, except those without a choice."""
    state, _ = play_table(table, lineups[seed % len(lineups)], seed)
    intel, found = [1] * state.seats, list[tuple[Key, Choice]]()
    for trick in state.tricks:
        found += read_trick(state, trick, intel)
        intel[trick.winner] += trick.intel
        for played in trick.plays:
            intel[played.seat] -= played.wager
    return found


class Made(NamedTuple):
    """A card as it was played: from which seat, after which cards, and as one of which options."""

    seat: Seat
    before: PartialTrick
    options: list[int]
    chosen: int


def list_plays(state: State, trick: Trick, intel: Sequence[int]) -> Iterator[Made]:
    """Give the plays of a trick for which there was a choice. What a seat held is what it played then and has left."""
    after = [played for each in state.tricks[state.tricks.index(trick) :] for played in each.plays]
    for place, played in enumerate(trick.plays):
        hand = [NUMBERS[each.card] for each in after if each.seat == played.seat]
        hand += [NUMBERS[card] for card in state.hands[played.seat]]
        before, chosen = lay(trick.plays[:place], trick.mission), number(played)
        options = list_options(before, chosen, hand, wagers=intel[played.seat] > 0)
        if len(options) > 1:
            yield Made(played.seat, before, options, chosen)


def read_trick(state: State, trick: Trick, intel: Sequence[int]) -> Iterator[tuple[Key, Choice]]:
    trump, guess, places = place_trump(trick.mission), GUESSES[trick.mission.condition], len(trick.plays)
    for seat, before, options, chosen in list_plays(state, trick, intel):
        role, left = state.deal.roles[seat], places - len(before.values) - 1
        if role in PULLS:
            tried = try_each(before, options, trump, guess, left)
            rows = tuple(zip(*(draw(unit, tried) for unit in UNITS), strict=True))
            yield (role, place_card(before, left, guess)), Choice(rows, options.index(chosen))


def batch_writes(tables: Sequence[Sitting], games: int, processes: int) -> Mapping[Key, list[Choice]]:
    """Return the plays of so many games at each table, by role and place."""
    choices = defaultdict[Key, list[Choice]](list)
    with get_context("spawn").Pool(processes) as pool:
        for table, roles, lineups in tables:
            read = partial(read_game, table, lineups=lineups)
            for game in pool.imap(read, range(FIRST, FIRST + games), chunksize=10):
                for key, choice in game:
                    if key[0] in roles:
                        choices[key].append(choice)
    return choices


def list_shares(weights: Row, choice: Choice) -> list[float]:
    drawn = [sum(map(float.__mul__, weights, option)) for option in choice.options]
    highest = max(drawn)
    powers = [exp(each - highest) for each in drawn]
    total = sum(powers)
    return [power / total for power in powers]


def fit(choices: Sequence[Choice]) -> Row:
    """Return the numbers that make the choices likeliest (Newton's method, with a small ridge)."""
    size = len(choices[0].options[0])
    weights: Row = (0.0,) * size
    for _ in range(STEPS):
        slope = [-RIDGE * weight for weight in weights]
        bend = [[RIDGE * (row == column) for column in range(size)] for row in range(size)]
        for choice in choices:
            add_choice(slope, bend, choice, list_shares(weights, choice))
        weights = tuple(map(float.__add__, weights, solve(bend, slope)))
    return weights


def add_choice(slope: list[float], bend: list[list[float]], choice: Choice, shares: Sequence[float]) -> None:
    """Add one choice to the gradient and the Hessian matrix of the log-likelihood."""
    means = [sum(map(float.__mul__, shares, column)) for column in zip(*choice.options, strict=True)]
    for row, mean in enumerate(means):
        slope[row] += choice.options[choice.chosen][row] - mean
    for share, option in zip(shares, choice.options, strict=True):
        apart = [trait - mean for trait, mean in zip(option, means, strict=True)]
        for row, one in enumerate(apart):
            if one:
                part = share * one
                for column, other in enumerate(apart):
                    bend[row][column] += part * other


def solve(matrix: list[list[float]], right: Sequence[float]) -> list[float]:
    """Return the solution of linear equations with a positive matrix (Gauss)."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for place, pivot in enumerate(rows):
        pivot[:] = [value / pivot[place] for value in pivot]
        for other in rows:
            if other is not pivot:
                factor = other[place]
                other[:] = [value - factor * part for value, part in zip(other, pivot, strict=True)]
    return [row[-1] for row in rows]


def miss(weights: Row, choices: Sequence[Choice]) -> float:
    return -sum(log(list_shares(weights, choice)[choice.chosen]) for choice in choices) / len(choices)


def describe(choices: Mapping[Key, Sequence[Choice]]) -> Iterator[str]:
    for role in PULLS:
        yield f"    {role.upper()}: ("
        for place in range(5):
            plays = choices.get((role, place), ())
            if not plays:
                yield "        # no plays"
                continue
            weights = fit(plays)
            numbers = ", ".join(f"{weight:.2f}" for weight in weights)
            misses = (miss(each, plays) for each in (weights, PULLS[role][place], (0.0,) * len(UNITS)))
            yield f"        Pull({numbers}),  # {len(plays)} plays, {', '.join(f'{each:.3f}' for each in misses)}"
        yield "    ),"


def list_tables(roles: Sequence[str], beside: str | None) -> list[Sitting]:
    """Return the tables to play at: plain ones for Agents and the Insider, one with each other role.

    `beside` a special role all are looked at where it is in play, and experts play alone.
    """
    if beside:
        return [Sitting(Table(NAME, seats, {"roles": beside}), roles, (EXPERTS,)) for seats in SPECIAL_SEATS]
    special = [role for role in roles if role not in (AGENT, INSIDER)]
    plain = [Sitting(Table(NAME, seats), (AGENT, INSIDER), MIXED) for seats in PLAIN_SEATS]
    others = [
        Sitting(Table(NAME, seats, {"roles": role}), (role,), MIXED) for role in special for seats in SPECIAL_SEATS
    ]
    return plain * bool({AGENT, INSIDER} & set(roles)) + others


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.bots.fit", description=__doc__.splitlines()[0])
    parser.add_argument("--roles", metavar="ROLE", nargs="+", choices=ROLES, default=list(PULLS))
    parser.add_argument(
        "--beside", metavar="ROLE", choices=SPECIAL, help="fit to tables of experts with this role alone"
    )
    parser.add_argument("--games", type=int, default=480, help="how many at each kind of table (480)")
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args(arguments)
    for line in describe(batch_writes(list_tables(asked.roles, asked.beside), asked.games, asked.processes)):
        print(line)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
