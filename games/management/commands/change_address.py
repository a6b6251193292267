from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email

from accounts.services import AddressTaken, change_address
from accounts.sign_in.sessions import end_listed
from games.management.people import find_person


class Command(BaseCommand):
    help = "Give an account another email address, and end its sessions."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("person", help="an address of theirs, or the code in the address of their profile")
        parser.add_argument("address", help="the new address, with which they can sign in at once")

    def handle(self, *args: Any, **options: Any) -> None:
        person = find_person(options["person"])
        if not person.email:
            raise CommandError("A guest or bot account has no address.")
        try:
            validate_email(options["address"])
            change_address(person, options["address"])
        except ValidationError as error:
            raise CommandError("This is no email address.") from error
        except AddressTaken as error:
            raise CommandError("This address belongs to another account.") from error
        end_listed(person, None)
        self.stdout.write("Changed.")
