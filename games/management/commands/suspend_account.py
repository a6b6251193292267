from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts.suspensions import suspend
from games.circles.services import pass_circles_on
from games.management.people import find_person
from games.personal_data.deletion import stop_waiting_for

MAX_DAYS = 36_500


class Command(BaseCommand):
    help = "Suspend an account: its sessions end, nobody signs in to it, its owner is told. Stand-ins take its seats."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("person", help="an address of theirs, or the code in the address of their profile")
        parser.add_argument("--days", type=int, help="for how many days; without it until it is given back")
        parser.add_argument("--reason", default="", help="a sentence for the mail, in the person's language")

    def handle(self, *args: Any, **options: Any) -> None:
        person = find_person(options["person"])
        days = options["days"]
        if days is not None and not 0 < days <= MAX_DAYS:
            raise CommandError(f"--days: from 1 to {MAX_DAYS}")
        until = timezone.now() + timedelta(days=days) if days else None
        if not suspend(person, options["reason"], until):
            raise CommandError("The account is suspended or closed already.")
        if until is None:
            pass_circles_on(person)
        stop_waiting_for(person)
        self.stdout.write(f"Suspended. To give it back: manage.py unsuspend_account {person.code}")
