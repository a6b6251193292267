"""Whole games at random, with all their states, to look back at."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from games.rules.engine.play import play_out
from games.rules.engine.statistics import count_statistics
from games.rules.engine.values import PLAYER, Entry, Seat
from tests.rules.conformance import Setting, share


def play(setting: Setting, seed: int, by: str = PLAYER) -> tuple[list[Any], tuple[Entry, ...]]:
    title, options, deal = setting.title, setting.parse(), setting.deal(seed)
    _, entries = play_out(title, options, deal, setting.bots(), Random(seed))
    states = [setting.start(seed)]
    for entry in entries:
        states.append(title.apply(states[-1], entry.move))
    return states, tuple(replace(entry, by=by) for entry in entries)


def require_figures(setting: Setting, read: Callable[[list[Any], tuple[Entry, ...], Seat], Any]) -> None:
    """Fail unless the figures of some games are those that `read` finds."""
    for seed in share(setting, 60):
        states, entries = play(setting, seed)
        for seat in range(setting.seats):
            assert count_statistics(setting.title.STATISTICS, states, entries, seat) == read(states, entries, seat)
