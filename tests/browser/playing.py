"""Plays games on the site's database until something can be seen at their tables; a title's `stage.py` says what."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.db import transaction

PASSWORD = "seven green lamps"


class Unsuitable(Exception):
    """This game went another way."""


def make_person(name: str, language: str = "en") -> Any:
    """Store and return somebody who signs in with `PASSWORD`."""
    from tests.builders_people import create_person

    return create_person(
        email=f"{name.lower().replace(' ', '.')}@example.org",
        display_name=name,
        password=PASSWORD,
        language=language,
        time_zone="Europe/Paris",
    )


def play_until(is_so: Callable[[Any], bool], *people: Any, bots: int, title: str = "insidejob", **options: Any) -> str:
    """Return the code of a game that has reached a state of which `is_so`; others are forgotten."""
    from tests.games.builders import start_table

    for _ in range(500):
        with suppress(Unsuitable), transaction.atomic():
            game = start_table(*people, bots=bots, title=title, options=options)
            advance(game, is_so)
            return str(game.code)
    raise AssertionError("no such game in five hundred")


def advance(game: Any, is_so: Callable[[Any], bool]) -> None:
    """Let the people of a game choose at random until it is so. Raises `Unsuitable` if it ends before."""
    from games.reads.table import load_table

    table = load_table(game)
    while not is_so(table.states[-1]):
        if table.outcome:
            raise Unsuitable
        table = choose_at_random(table)


def choose_at_random(table: Any) -> Any:
    """Let the first of those who are asked choose, and return the table as it stands then."""
    from games.services import play
    from tests.games.builders import asked, choose

    seat = asked(table)[0]
    decision = table.title.decision(table.states[-1], seat)
    return play.submit(table=table, seat=seat, decision=decision.name, moves=choose(table, seat))
