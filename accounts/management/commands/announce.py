"""`manage.py announce`."""

from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from accounts.announcements.services import announce, withdraw
from accounts.models import Announcement

MAX_LENGTH = Announcement._meta.get_field("text").max_length or 0


class Command(BaseCommand):
    help = "Show a text on every page until a time; with no text, withdraw it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        languages = [code for code, _ in settings.LANGUAGES]
        parser.add_argument("text", nargs="?", default="", help=f"at most {MAX_LENGTH} characters")
        parser.add_argument("--language", choices=languages, help="of the text; of withdrawing, all unless it is given")
        parser.add_argument(
            "--until", help=f"as 2026-12-24T18:00 in {settings.TIME_ZONE}, or with a zone as 2026-12-24T18:00+00:00"
        )

    def handle(self, *args: Any, text: str, language: str | None, until: str | None, **options: Any) -> None:
        if not text.strip():
            if until:
                raise CommandError("There is no text; withdrawing takes no --until.")
            count = withdraw([language] if language else [code for code, _ in settings.LANGUAGES])
            self.stdout.write(f"Withdrawn: {count}.")
            return
        if not language or not until:
            raise CommandError("Say in which language the text is (--language) and how long it is shown (--until).")
        if len(text) > MAX_LENGTH:
            raise CommandError(f"The text may have {MAX_LENGTH} characters at most; it has {len(text)}.")
        end = _read_end(until)
        announce(text, language, end)
        self.stdout.write(f"Shown within half a minute, until {end:%Y-%m-%d %H:%M} ({settings.TIME_ZONE}).")


def _read_end(text: str) -> datetime:
    """Raise `CommandError` unless `text` is in the future."""
    try:
        end = parse_datetime(text)
        end = end and timezone.localtime(end if timezone.is_aware(end) else timezone.make_aware(end))
    except (ValueError, OverflowError):
        end = None
    if end is None:
        raise CommandError("--until takes a day and a time, as 2026-12-24T18:00.")
    if end <= timezone.now():
        raise CommandError("--until has passed.")
    return end
