"""`manage.py verify`: check game records and commitments."""

from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from django.core.management.base import BaseCommand, CommandError

from games.rules.commitment import verify_commitment
from games.rules.engine.errors import BadRecord
from games.rules.engine.strict_json import MAX_BYTES, read_json
from games.rules.record import verify_record

NONE = b"null"
"""The line of a game from before commitments existed."""
Checked = TypeVar("Checked")


class Command(BaseCommand):
    """Checks records and opened commitments. Exits with status 1 after a fault."""

    help = "Replay the game records of a JSON Lines file by the rules alone, and check the commitments to their deals."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", nargs="?", help="records, a line each")
        parser.add_argument(
            "--commitments", metavar="FILE", help="what opens their deals: a line for each record, or without records"
        )
        parser.add_argument(
            "--root", action="append", default=[], metavar="HEX", help="a seal that was kept, and must be among them"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        files = options["file"], options["commitments"]
        if not any(files):
            raise CommandError("Name a file of records, or one of --commitments.")
        self.faults = 0
        replayed, roots = 0, dict[int, str]()
        for number, (record, opened) in enumerate(zip_longest(*map(_read_file, files)), start=1):
            if all(files) and (record is None or opened is None):
                raise CommandError(f"{files[record is not None]}: has fewer lines than {files[record is None]}.")
            replay = None if record is None else self.verify(f"{files[0]}:{number}", verify_record, record)
            replayed += record is not None
            if opened is not None and opened.strip() != NONE:
                roots[number] = self.verify(f"{files[1]}:{number}", verify_commitment, opened, replay) or ""
        if options["file"] and not replayed:
            raise CommandError(f"{options['file']}: holds no record.")
        if not options["file"] and not roots:
            raise CommandError(f"{options['commitments']}: holds no commitment.")
        for root in options["root"]:
            if root not in roots.values():
                self.complain("--root", f"{root} is none of those that hold")
        if self.faults:
            raise SystemExit(1)
        self.stdout.write("\n".join(_summarise(files, replayed, roots)))

    def verify(self, where: str, check: Callable[..., Checked], line: bytes, *more: Any) -> Checked | None:
        """Return what `check` says of a line, or None after printing what is wrong with it."""
        try:
            return check(read_json(line), *more)
        except BadRecord as fault:
            self.complain(where, fault)
            return None

    def complain(self, where: str, fault: object) -> None:
        self.faults += 1
        self.stderr.write(f"{where}: {fault}")


def _summarise(files: Sequence[str | None], replayed: int, roots: Mapping[int, str]) -> Iterator[str]:
    """Yield what was checked, with the roots to compare with those that players kept."""
    if files[0]:
        yield f"Records: {replayed}. All of them hold."
    if files[1]:
        yield from (f"{files[1]}:{number}: {root}" for number, root in roots.items())
        yield f"Commitments: {len(roots)}. All of them hold."


def _read_file(name: str | None) -> Iterator[bytes]:
    """Yield the lines of a file, or nothing without a name. Raises `CommandError`."""
    if name is None:
        return
    try:
        with Path(name).open("rb") as file:
            yield from _read_lines(file)
    except (OSError, ValueError) as error:
        raise CommandError(f"{name}: cannot be read ({error})") from None


def _read_lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield lines. A line that is too long is cut, but stays longer than any record may be."""
    while line := file.readline(MAX_BYTES + 1):
        end = line
        while len(end) > MAX_BYTES and not end.endswith(b"\n"):
            end = file.readline(MAX_BYTES + 1)
        yield line
