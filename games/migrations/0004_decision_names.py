"""Bring what running games have stored of decisions to their new names: `trick-4-play` is now `play-4`."""

import re
from collections.abc import Callable
from typing import Any

from django.db import migrations

LAPS, LAPS_OF_MIMES = 2, 1
OLD_NAMES: tuple[tuple[str, Callable[[re.Match[str], int], str]], ...] = (
    (r"trick-(\d+)-(lead|play|larry)", lambda match, laps: f"{match[2]}-{match[1]}"),
    (r"turn-(\d+)-refill", lambda match, laps: f"refill-{match[1]}"),
    (r"round-(\d+)-(point|guess)", lambda match, laps: f"{match[2]}-{match[1]}"),
    (r"round-(\d+)-lap-(\d+)-say", lambda match, laps: f"say-{(int(match[1]) - 1) * laps + int(match[2])}"),
    (r"(accomplice|hide|number)", lambda match, laps: f"{match[1]}-1"),
)


def rename(name: str, laps: int) -> str:
    """Return the new name of a decision; a name that did not change is returned as it is."""
    for pattern, replace in OLD_NAMES:
        if match := re.fullmatch(pattern, name):
            return replace(match, laps)
    return name


def rename_all(apps: Any, schema_editor: Any) -> None:
    """Rename what seats owe, what lies sealed, and the keys of what was told of running games."""
    for game in apps.get_model("games", "Game").objects.filter(status="running").iterator():
        laps = LAPS_OF_MIMES if game.options.get("silent") else LAPS
        for seat in game.seats.exclude(owes=""):
            seat.owes = rename(seat.owes, laps)
            seat.save(update_fields=["owes"])
        for choice in apps.get_model("games", "SealedChoice").objects.filter(game=game):
            choice.decision = rename(choice.decision, laps)
            choice.save(update_fields=["decision"])
        for notice in apps.get_model("games", "Notice").objects.filter(game=game, key__contains="/"):
            code, _, name = notice.key.partition("/")
            notice.key = f"{code}/{rename(name, laps)}"
            notice.save(update_fields=["key"])


class Migration(migrations.Migration):
    dependencies = [("games", "0003_marks_where_missing")]
    operations = [migrations.RunPython(rename_all, migrations.RunPython.noop)]
