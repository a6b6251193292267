"""Whole games at random, with all their states, to look back at."""

from dataclasses import replace
from random import Random
from typing import Any

from games.rules.engine.play import play_out
from games.rules.engine.values import PLAYER, Entry
from tests.rules.conformance import Setting


def play(setting: Setting, seed: int, by: str = PLAYER) -> tuple[list[Any], tuple[Entry, ...]]:
    title, options, deal = setting.title, setting.parse(), setting.deal(seed)
    _, entries = play_out(title, options, deal, setting.bots(), Random(seed))
    states = [setting.start(seed)]
    for entry in entries:
        states.append(title.apply(states[-1], entry.move))
    return states, tuple(replace(entry, by=by) for entry in entries)
