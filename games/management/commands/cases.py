from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.cases.services.generation import DAYS_AHEAD, make_cases


class Command(BaseCommand):
    """Prints a line per case. The worker does the same, a few seconds at a time."""

    help = "Make the cases of the days to come, as the worker does."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--days", type=int, default=DAYS_AHEAD, help=f"from today on ({DAYS_AHEAD})")

    def handle(self, *args: Any, days: int, **options: Any) -> None:
        """Make cases and print a line for each, without anything that gives the case away."""
        made = 0
        for case in make_cases(timezone.now(), days):
            made += 1
            self.stdout.write(f"case {case.number}: {case.day}, level {case.level}")
        self.stdout.write(f"{made} cases made.")
