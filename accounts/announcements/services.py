"""Announcements, one per language, shown on every page."""

import time
from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache

from django.conf import settings
from django.db import Error
from django.utils import timezone

from accounts.models import Announcement
from insidejob.codes import make_code


def announce(text: str, language: str, until: datetime) -> None:
    """Show an announcement until a time. Users who closed the last announcement see the new one."""
    Announcement.objects.update_or_create(
        language=language, defaults={"text": text, "until": until, "code": make_code()}
    )


def withdraw(languages: Iterable[str]) -> int:
    return Announcement.objects.filter(language__in=languages).delete()[0]


def find_announcement(language: str) -> Announcement | None:
    """Return the announcement in the reader's language, else in the default language, else in any other."""
    order, now = [language, settings.LANGUAGE_CODE], timezone.now()
    current = [row for row in _list_stored() if row.until > now]
    return min(
        current, key=lambda row: order.index(row.language) if row.language in order else len(order), default=None
    )


def _list_stored() -> tuple[Announcement, ...]:
    """Return the announcements, at most `ANNOUNCEMENTS_KEPT` seconds old, because every page asks for them."""
    kept = settings.ANNOUNCEMENTS_KEPT
    return _list_in_turn(int(time.monotonic() / kept)) if kept else _read_stored()


@lru_cache(maxsize=1)
def _list_in_turn(turn: int) -> tuple[Announcement, ...]:
    return _read_stored()


def _read_stored() -> tuple[Announcement, ...]:
    """Return the stored announcements.

    If the database fails, return none, so that no page fails because of them.
    """
    try:
        return tuple(Announcement.objects.all())
    except Error:
        return ()
