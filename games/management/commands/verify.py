"""`manage.py verify`: replay the records of a file, and say which do not hold, and why."""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

from games.rules.errors import BadRecord
from games.rules.record import verify_record
from games.rules.strict import MAX_BYTES, read_json


class Command(BaseCommand):
    """Write a line for each bad record to standard error and end with status 1; else with a summary and status 0."""

    help = "Replay the game records of a JSON Lines file by the rules alone."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        records = bad = 0
        try:
            with Path(options["file"]).open("rb") as file:
                for records, line in enumerate(read_lines(file), start=1):
                    if fault := find_fault(line):
                        bad += 1
                        self.stderr.write(f"{options['file']}:{records}: {fault}")
        except (OSError, ValueError) as error:
            raise CommandError(f"{options['file']}: cannot be read ({error})") from None
        if not records:
            raise CommandError(f"{options['file']}: holds no record.")
        if bad:
            raise SystemExit(1)
        self.stdout.write(f"Records: {records}. All of them hold.")


def find_fault(line: bytes) -> BadRecord | None:
    """Return what is wrong with the record in a line, or None."""
    try:
        verify_record(read_json(line))
    except BadRecord as fault:
        return fault
    return None


def read_lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a file. Of one that is too long only the beginning, itself too long to be a record."""
    while line := file.readline(MAX_BYTES + 1):
        end = line
        while len(end) > MAX_BYTES and not end.endswith(b"\n"):
            end = file.readline(MAX_BYTES + 1)
        yield line
