"""Brings earlier databases up to today: `python -m tests.upgrades.bring_up load|play NAME`, its place in DATABASE_URL.

`load` makes the tables as they were and fills them with the rows kept here; then one migrates; `play` looks at every
game, plays half of those that run by hand and leaves the others to the clock, until all are over.
"""

import json
import sys
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

import django
from django.db import connection

from insidejob.releases import RELEASES

HERE = Path(__file__).parent
STATES = {f"version-{name}": (*release.migrations.items(),) for name, release in RELEASES.items()}
"""The releases of which a database is kept, with the migrations that made its tables."""
SWEEPS = 400


def load(name: str) -> None:
    """Fill an empty database with what an earlier state had in it."""
    from tests.old_migrations import migrate_to

    models = migrate_to(*STATES[name])
    filled = set()
    for row in json.loads((HERE / f"{name}.json").read_text("utf-8")):
        model = models.get_model(row["model"])
        values = {model._meta.get_field(field).attname: value for field, value in row["fields"].items()}
        model._default_manager.create(pk=row["pk"], **{field: read(model, field, values[field]) for field in values})
        filled.add(model)
    with connection.cursor() as cursor:
        for model in filled:
            raise_sequence(cursor, model)


def read(model: Any, attname: str, value: Any) -> Any:
    """Return a value as its column takes it: times are kept as text."""
    field = next(field for field in model._meta.concrete_fields if field.attname == attname)
    return field.target_field.to_python(value) if field.remote_field else field.to_python(value)


def raise_sequence(cursor: Any, model: Any) -> None:
    """Let the next row of a table have a number of its own."""
    if connection.vendor == "postgresql":
        last = model._default_manager.latest("pk").pk
        cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [model._meta.db_table, last])


def play() -> dict[str, Any]:
    """Play all games to their ends, and return what was found: faults, and how many games ended how.

    Games of a title that was removed since then are deleted before.
    """
    from games.models import Game
    from games.rules.registry import TITLES
    from games.tables.services.outages import accept_clock
    from tests.tables.builders import play_on

    Game.objects.exclude(title__in=TITLES).delete()
    accept_clock()
    found: dict[str, Any] = {"before": check_all(), "pages": look_at_all()}
    running = list(Game.objects.filter(status=Game.Status.RUNNING).order_by("pk"))
    found["running"] = Counter(game.title for game in running)
    theirs = Game.objects.filter(pk__in=[game.pk for game in running])
    for game in running[::2]:
        play_on(game)
    leave_to_clock()
    found["after"], found["pages after"] = check_all(), look_at_all()
    found["played"] = Counter(theirs.values_list("status", flat=True))
    return found


def leave_to_clock() -> None:
    """Let the sweep close one question after the other until no game runs."""
    from django.utils import timezone

    from games.models import Game
    from games.tables.services.deadlines import sweep

    for _ in range(SWEEPS):
        running = Game.objects.filter(status=Game.Status.RUNNING)
        if not running.update(due_at=timezone.now() - timedelta(days=400)):
            return
        sweep()
    raise AssertionError("games run on without an end")


def check_all() -> list[str]:
    """Return what differs between rows and logs of all games."""
    from games.models import Game
    from games.site.consistency import _check_game

    return [f"{game.title}: {fault}" for game in Game.objects.order_by("pk") for fault in _check_game(game)]


def look_at_all() -> list[str]:
    """Return which page of a game its players do not get: the table, and the replay of one that is over."""
    from django.urls import reverse

    from games.models import Game, Player
    from tests.tables.pages.browser import sign_in

    wrong = []
    for player in Player.objects.filter(user__isnull=False).select_related("user", "game"):
        assert player.user is not None
        pages = ["table", *(["replay", "record"] if player.game.status == Game.Status.OVER else [])]
        for page in pages:
            status = sign_in(player.user).get(reverse(f"games:{page}", args=[player.game.code])).status_code
            if status != 200:
                wrong.append(f"{player.game.title} {page}: {status}")
    return wrong


if __name__ == "__main__":
    django.setup()
    if sys.argv[1] == "load":
        load(sys.argv[2])
    else:
        print(json.dumps(play()))
