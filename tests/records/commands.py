"""The commands for records."""

from io import StringIO

from django.core.management import call_command


def simulate(*arguments: str, games: int = 1, seats: int = 4) -> str:
    written = StringIO()
    call_command("simulate", "insidejob", f"--games={games}", f"--seats={seats}", *arguments, stdout=written)
    return written.getvalue()
