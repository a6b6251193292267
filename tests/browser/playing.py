"""Plays games on the site's database until something can be seen at their tables; a title's `stage.py` says what."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, cast
from unittest import mock

from games.rules.engine.play import Position, answer_with, settle
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import PLAYER, Entry

PASSWORD = "seven green lamps"


MANY_GAMES = 10_000
"""Among how many games there is surely one of the kind that is looked for."""


def make_person(name: str, language: str = "en") -> Any:
    """Store and return somebody who signs in with `PASSWORD`."""
    from tests.builders_people import create_person

    person = create_person(
        email=f"{name.lower().replace(' ', '.')}@example.org",
        display_name=name,
        language=language,
        time_zone="Europe/Paris",
    )
    person.password = hash_password()
    person.save()
    return person


@cache
def hash_password() -> str:
    """Return the password that all have as it is stored, which takes long to make."""
    from django.contrib.auth.hashers import make_password

    return make_password(PASSWORD)


def is_any(state: Any) -> bool:
    """Whether a state is one: all are, where only whether the game is over matters."""
    return True


def play_until(
    is_so: Callable[[Any], bool], *people: Any, bots: int, title: str = "insidejob", over: bool = False, **options: Any
) -> str:
    """Start a game of `people` and bots in a state of which `is_so`, still running unless `over`, and return its code.

    How it comes to that is found by the rules alone, and stored at once, as what followed the deal.
    """
    from games.rules.engine.options import find_house_rule
    from games.rules.registry import TITLES
    from games.tables.services import moves
    from tests.tables.builders import start_table

    rules = TITLES[title]
    deal, position, entries = find_way(rules, is_so, len(people), bots, options, over=over)
    with (
        mock.patch.dict(cast(dict[str, AnyTitle], TITLES), {title: replace(rules, make_deal=lambda *given: deal)}),
        mock.patch.object(moves, "settle", return_value=(position, entries)),
    ):
        name = "Postmistress" if find_house_rule(rules.OPTIONS, options) else ""
        return str(start_table(*people, bots=bots, title=title, options=options, house_name=name).code)


def find_way(
    rules: AnyTitle, is_so: Callable[[Any], bool], people: int, bots: int, options: dict[str, Any], *, over: bool
) -> tuple[Any, Position, tuple[Entry, ...]]:
    """Return a deal, a position of which `is_so`, and what led there: people chose at random, bots with sense."""
    from games.tables.services.lobby import DEFAULT_BOT
    from games.tables.services.moves import DICE

    seats = people + bots
    players = dict.fromkeys(range(people, seats), rules.BOTS[DEFAULT_BOT])
    parsed = rules.parse_options(options, seats)

    def fits(state: Any) -> bool:
        return bool(rules.to_act(state)) != over and is_so(state)

    for _ in range(MANY_GAMES):
        deal = rules.make_deal(parsed, seats, DICE)
        position, log = settle(rules, Position(rules.start(parsed, deal, rules.RULES)), players, DICE)
        while not fits(position.state) and rules.to_act(position.state):
            seat = next(seat for seat in rules.to_act(position.state) if seat not in position.sealed)
            position, chosen = answer_with(rules, position, seat, rules.BOTS["random"], DICE, PLAYER)
            position, settled = settle(rules, position, players, DICE)
            log += chosen + settled
        if fits(position.state):
            return deal, position, log
    raise AssertionError(f"no such game in {MANY_GAMES:,}")


def store_fixed(is_so: Callable[[Any], bool], *people: Any, title: str = "insidejob", **options: Any) -> str:
    """Store a game of fixed dice that has reached a state of which `is_so`, and return its code: the same each time.

    Those of `people` who are None are bots.
    """
    from games.models import Game
    from tests.tables.stored import record_game, store_game

    chance = Random(1)
    while True:
        recorded = record_game(len(people), chance, options, title)
        for number, state in enumerate(recorded.states):
            if is_so(state):
                game = store_game(recorded, people, number).game
                Game.objects.filter(pk=game.pk).update(table_name="saffron")
                return str(game.code)
