"""What operators tell all who look at the site, on every page: one sentence or two in each language, until a time."""

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
    """Show `text` to readers of a language until then, in place of what they are shown; who closed that is shown it."""
    Announcement.objects.update_or_create(
        language=language, defaults={"text": text, "until": until, "code": make_code()}
    )


def withdraw(languages: Iterable[str]) -> int:
    """Show nothing any longer in some languages; return in how many something was shown."""
    return Announcement.objects.filter(language__in=languages).delete()[0]


def find_announcement(language: str) -> Announcement | None:
    """Return what is to be shown to readers of a language: in another one, if there is nothing in theirs."""
    order, now = [language, settings.LANGUAGE_CODE], timezone.now()
    current = [row for row in list_stored() if row.until > now]
    return min(
        current, key=lambda row: order.index(row.language) if row.language in order else len(order), default=None
    )


def list_stored() -> tuple[Announcement, ...]:
    """Return all there are, as they were at most `ANNOUNCEMENTS_KEPT` seconds ago, as every page asks."""
    kept = settings.ANNOUNCEMENTS_KEPT
    return list_in_turn(int(time.monotonic() / kept)) if kept else read_stored()


@lru_cache(maxsize=1)
def list_in_turn(turn: int) -> tuple[Announcement, ...]:
    """Return all there are, asking the database once for each turn."""
    return read_stored()


def read_stored() -> tuple[Announcement, ...]:
    """Return all there are; none if the database does not answer, as no page should fail or wait for this."""
    try:
        return tuple(Announcement.objects.all())
    except Error:
        return ()
