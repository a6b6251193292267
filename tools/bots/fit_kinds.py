"""How the numbers of `kinds.py` are fitted: to what bots of each kind played, by the greatest likelihood.

`python -m tools.bots.fit_kinds --games 200` plays that many games of each pool at three, four and five seats and
prints, by way to play and place in the trick, the numbers, how many plays they come from, and how much is left
unexplained. The same arguments give the same figures. The seeds are those that `tools.bots.temper` takes, too.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from games.rules.lab.arena import Table
from games.rules.lab.bot_pools import play_states
from games.titles.insidejob.rules import NAME
from games.titles.insidejob.rules.bots import kinds
from games.titles.insidejob.rules.bots.kinds import Habit
from games.titles.insidejob.rules.bots.listening import _take_turn
from games.titles.insidejob.rules.bots.pulls import draw, place_card
from games.titles.insidejob.rules.bots.tricks import GUESSES, place_trump, try_each
from games.titles.insidejob.rules.roles import AGENT, INSIDER
from games.titles.insidejob.rules.state import State
from tools.bots.fit import PLAIN_SEATS, Choice, fit, list_plays, miss
from tools.bots.temper import FIRST

SOURCES: Mapping[str, Sequence[tuple[str, str]]] = {
    kinds.BY_MISSION: [("gentle", AGENT)],
    kinds.STEADY_AGENT: [("steady", AGENT)],
    kinds.EXPERT_AGENT: [("expert", AGENT)],
    kinds.STEADY_INSIDER: [("steady", INSIDER)],
    kinds.EXPERT_INSIDER: [("expert", INSIDER)],
}
"""From the plays of which bots, in which roles, each way to play is fitted."""
UNITS = tuple(Habit(*(float(at == place) for at in range(len(Habit._fields)))) for place in range(len(Habit._fields)))

Key = tuple[str, int]
"""A role, and the place of a card as `place_card` says it."""


def read_game(state: State) -> Iterator[tuple[Key, Choice]]:
    intel, met = [1] * state.seats, 0
    for number, trick in enumerate(state.tricks):
        trump, guess, places = place_trump(trick.mission), GUESSES[trick.mission.condition], len(trick.plays)
        for play in list_plays(state, trick, intel):
            turn = _take_turn(state.numbers, number, met, intel[play.seat])
            left = places - len(play.before.values) - 1
            pulls = [unit.at(turn) for unit in UNITS]
            tried = try_each(play.before, play.options, trump, guess, left)
            rows = tuple(zip(*(draw(pull, tried) for pull in pulls), strict=True))
            key = state.deal.roles[play.seat], place_card(play.before, left, guess)
            yield key, Choice(rows, play.options.index(play.chosen))
        intel[trick.winner] += trick.intel
        met += trick.met
        for played in trick.plays:
            intel[played.seat] -= played.wager


def batch_writes(states: Iterable[State]) -> Mapping[Key, list[Choice]]:
    choices = defaultdict[Key, list[Choice]](list)
    for state in states:
        for key, choice in read_game(state):
            choices[key].append(choice)
    return choices


def describe(pools: Mapping[str, Mapping[Key, Sequence[Choice]]]) -> Iterator[str]:
    for name, sources in SOURCES.items():
        yield f'    "{name}": ('
        for place in range(5):
            plays = [choice for pool, role in sources for choice in pools[pool].get((role, place), ())]
            weights = tuple(round(weight, 2) + 0.0 for weight in fit(plays))
            yield f"        Habit({', '.join(map(str, weights))}),  # {len(plays)} plays, {miss(weights, plays):.3f}"
        yield "    ),"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.bots.fit_kinds", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="how many of each pool at each number of seats (200)")
    asked = parser.parse_args(arguments)
    pools = {
        pool: batch_writes(
            play_states(Table(NAME, seats), pool, FIRST + seed)[-1]
            for seats in PLAIN_SEATS
            for seed in range(asked.games)
        )
        for pool in sorted({pool for sources in SOURCES.values() for pool, _ in sources})
    }
    for line in describe(pools):
        print(line)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
