from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.people import find_person
from games.personal_data.export import write_archive


class Command(BaseCommand):
    """Writes the personal data file of an account. Of running games it has only what the user's own page shows."""

    help = "Write all that is held of somebody to a zip, as they could have it themselves."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("person", help="an address of theirs, or the code in the address of their profile")
        parser.add_argument("file", type=Path, help="the zip to write")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        archive = write_archive(find_person(options["person"]))
        try:
            file.touch(mode=0o600)
            file.write_bytes(archive)
        except OSError as error:
            raise CommandError(f"{file}: cannot be written ({error.strerror})") from None
        self.stdout.write(f"{file}: {len(archive)} bytes.")
