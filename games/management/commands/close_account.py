from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.personal_data.deletion import ask_to_leave
from games.management.people import find_person
from games.personal_data.deletion import close_account
from games.state.refusals import Refusal


class Command(BaseCommand):
    help = "Delete an account in a week, as its owner could, or at once with --now."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("person", help="an address of theirs, or the code in the address of their profile")
        parser.add_argument("--now", action="store_true", help="at once: nobody can bring it back")

    def handle(self, *args: Any, **options: Any) -> None:
        person = find_person(options["person"])
        if options["now"]:
            try:
                close_account(person)
            except Refusal as refusal:
                raise CommandError(f"The account is locked, and not deleted yet ({refusal.code}). Try again.") from None
            self.stdout.write("The account is deleted.")
        else:
            ask_to_leave(person)
            self.stdout.write(f"The account will be deleted at {person.leaves_at:%Y-%m-%d %H:%M} UTC.")
