"""`manage.py accept_clock`: trust the clock after a jump that nothing confirms."""

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.tables.services.outages import accept_clock


class Command(BaseCommand):
    help = "Say that the clock is right after a jump beyond an hour. Deadlines keep what was left of them."

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        gap = timedelta(seconds=round(accept_clock(now=now).total_seconds()))
        if gap:
            self.stdout.write(f"It is {now:%Y-%m-%d %H:%M} UTC. Deadlines moved by {gap}.")
        else:
            self.stdout.write("The clock was not in doubt: nothing to do.")
