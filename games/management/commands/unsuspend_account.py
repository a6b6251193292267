from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.suspensions import give_back
from games.management.people import find_person


class Command(BaseCommand):
    help = "Let the owner of a suspended account sign in again, and tell them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("person", help="an address of theirs, or the code in the address of their profile")

    def handle(self, *args: Any, **options: Any) -> None:
        if not give_back(find_person(options["person"])):
            raise CommandError("The account is not suspended.")
        self.stdout.write("Given back.")
