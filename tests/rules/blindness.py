"""The law that automatic play betrays no role, for any title: clock and stand-in do the same in every other role."""

from collections.abc import Iterator
from random import Random
from typing import Any

from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import STAND_IN, Seat
from tests.rules.swap import Game, Report, play_game
from tests.rules.worlds import Worlds


def check_blindness(worlds: Worlds, games: int, seed: str) -> Report:
    """Ask clock and stand-in in as many games as in every other role; a pair is one question in two roles."""
    report = Report()
    for number in range(games):
        report.add(check_game(worlds, play_game(worlds, f"{seed}-{number}")))
    return report


def check_game(worlds: Worlds, game: Game) -> Report:
    report, title = Report(), worlds.TITLE
    for step, state in enumerate(game.states):
        for seat, other in list_exchanges(worlds, state):
            report.pairs += 1
            report.counts["told apart by the rules"] += title.observe(state, seat) != title.observe(other, seat)
            report.complaints += [
                f"{title.NAME}: {what} looks at its role: game {game.seed}, step {step}, seat {seat}"
                for what in find_sighted(title, state, other, seat)
            ]
    return report


def list_exchanges(worlds: Worlds, state: Any) -> Iterator[tuple[Seat, Any]]:
    """Yield each seat that is asked, with the same game in which it has another role and is asked the same."""
    title = worlds.TITLE
    for seat in title.to_act(state):
        for other in worlds.swap_roles(state, seat):
            if title.decision(state, seat) == title.decision(other, seat):
                yield seat, other


def find_sighted(title: AnyTitle, state: Any, other: Any, seat: Seat) -> Iterator[str]:
    """Yield which of clock and stand-in do something else in another role, with the same dice.

    Where the rules leave no move that is legal in both roles, the stand-in cannot do the same.
    """
    here, there = title.observe(state, seat), title.observe(other, seat)
    if tuple(title.fallback(here)) != tuple(title.fallback(there)):
        yield "fallback"
    if {*here.legal}.isdisjoint(there.legal):
        return
    if any(title.BOTS[STAND_IN](here, Random(dice)) != title.BOTS[STAND_IN](there, Random(dice)) for dice in range(2)):
        yield STAND_IN
