from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.management.people import find_person


class Command(BaseCommand):
    help = "Let a person look at what was reported and act on it, at /desk/; with --end no longer."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("person", help="an address of theirs, or the code in the address of their profile")
        parser.add_argument("--end", action="store_true", help="they are no moderator any more")

    def handle(self, *args: Any, **options: Any) -> None:
        person = find_person(options["person"])
        person.is_staff = not options["end"]
        person.save(update_fields=["is_staff"])
        self.stdout.write(f"{person} is {'no' if options['end'] else 'a'} moderator.")
