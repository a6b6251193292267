"""Run inside an earlier state of the project, by its own code: makes people and running games, and prints all rows.

`tests/upgrades/make.py` runs it. It uses what those states have in common.
"""

import json
from typing import Any

import django

django.setup()

from django.apps import apps  # noqa: E402
from django.core import serializers  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.core.serializers.json import DjangoJSONEncoder  # noqa: E402

from accounts.models import User  # noqa: E402
from games.models import Game, Heartbeat  # noqa: E402
from games.rules.registry import TITLES  # noqa: E402
from games.tables.services import lobby  # noqa: E402
from games.tables.services.stand_ins import hand_over  # noqa: E402
from tests.tables.builders import play_on  # noqa: E402

MOVES = (0, 5, 20, 10_000)
"""After how many moves of people games are left."""
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")


def start(people: list[Any], title: str, bots: int) -> Any:
    """Start a game of people, with so many bots."""
    code = lobby.open_game(host=people[0], title=title, seat_count=len(people) + bots, options={}).code
    for person in people[1:]:
        lobby.join_game(code=code, user=person)
    if bots:
        lobby.fill_with_bots(code=code, host=people[0])
    return Game.objects.get(code=code)


def make() -> None:
    """Make what is to be brought up."""
    people = [User.objects.create(email=f"{name.lower()}@example.org", display_name=name) for name in NAMES]
    for title, rules in TITLES.items():
        seats = max(2, min(rules.SEATS))
        for moves in MOVES:
            play_on(start(people[:seats], title, 0), moves)
        if seats + 1 in rules.SEATS:
            play_on(start(people[:seats], title, 1), 4)
        left = start(people[:seats], title, 0)
        play_on(left, 2)
        hand_over(code=left.code, user=people[1])
        lobby.open_game(host=people[0], title=title, seat_count=seats, options={})
    Heartbeat.objects.get_or_create(defaults={"beat_at": Game.objects.latest("opened_at").opened_at})


def dump() -> str:
    """Return all rows of people and games as JSON."""
    rows: list[Any] = []
    for app in ("accounts", "games"):
        for model in apps.get_app_config(app).get_models():
            rows += serializers.serialize("python", model._default_manager.order_by("pk"))
    return "[\n" + ",\n".join(json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False) for row in rows) + "\n]"


if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    make()
    print(dump())
