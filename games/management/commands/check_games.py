"""`manage.py check_games`: compare every game with the fold of its log."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Game
from games.services.check import check_stored


class Command(BaseCommand):
    """Print what differs, a line each, and fail if anything does. Nothing is changed, no secret is printed."""

    help = "Compare every game with the fold of its log, and print what differs."

    def handle(self, *args: Any, **options: Any) -> None:
        """Check all games."""
        games = faults = 0
        for pk, code in Game.objects.order_by("pk").values_list("pk", "code").iterator():
            games += 1
            for fault in check_stored(pk):
                faults += 1
                self.stdout.write(f"{code}: {fault}")
        if faults:
            raise CommandError(f"{faults} differences in {games} games.")
        self.stdout.write(f"{games} games checked: all equal their fold.")
