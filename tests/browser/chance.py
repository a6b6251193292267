"""Chance that comes out in each run of the site under test as in the last, so that no rare deal fails a test.

Nothing is drawn from a stream of numbers, which threads, workers and tests would share. Each draw follows from what it
is for: the deal from what was agreed at the table, and a bot's move from what the bot sees. So the same choices of
players lead to the same game, at whichever table, in whichever browser and process.

Codes, names of tables and guests, the keys of commitments, the order of seats in a rematch, and what the clock plays
for absent players stay to chance.
"""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, cast

from django.apps import AppConfig

from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Bot, Chance
from games.rules.registry import TITLES


class SteadyChance(AppConfig):
    """Replaces each title, in every process of the site, before anything is played."""

    name = "tests.browser"

    def ready(self) -> None:
        titles = cast(dict[str, AnyTitle], TITLES)
        titles |= {name: _steady(title) for name, title in titles.items()}


def _steady(title: AnyTitle) -> AnyTitle:
    bots = {name: _steady_bot(bot) for name, bot in title.BOTS.items()}
    return replace(title, make_deal=_steady_deals(title.make_deal), BOTS=bots)


def _steady_deals(make_deal: Callable[..., Any]) -> Callable[..., Any]:
    def deal(options: Any, seats: int, chance: Chance, *agreed: Any) -> Any:
        return make_deal(options, seats, _seed(options, seats, *agreed), *agreed)

    return deal


def _steady_bot(bot: Bot) -> Bot:
    return lambda seen, chance: bot(seen, _seed(seen))


def _seed(*given: Any) -> Random:
    return Random(repr(given))
