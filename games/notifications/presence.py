"""Presence: who is viewing a table. Losing it costs at most one extra message."""

import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from django.core.cache import cache

ACTIVE_FOR = 5 * 60
"""Seconds after a user's last activity."""
OPEN_FOR = 15
"""Seconds after a page's last poll."""
NOTED_FOR = 3
"""Seconds before presence is written again, as pages poll every second."""


def note_presence(game: int, user: int, *, idle: int = 0, lasts: int = OPEN_FOR) -> None:
    """Primary keys; active `idle` seconds ago.

    The page counts as open for `lasts` seconds, the user as active for `ACTIVE_FOR` after the activity.
    """
    now = time.time()
    with suppress(Exception):
        cache.set(name_presence(game, user), (now, now - idle, lasts), ACTIVE_FOR - idle)


def find_activity(game: int, user: int) -> datetime | None:
    """Return None if long ago, if the page was closed, or if the cache is down."""
    with suppress(Exception):
        noted_at, active_at, lasts = cache.get(name_presence(game, user))
        return datetime.fromtimestamp(active_at, UTC) if time.time() < noted_at + lasts else None
    return None


def were_all_active(found: Mapping[str, Any], game: int, users: Iterable[int]) -> bool:
    """In the last minutes, page open or not. Takes cached values."""
    return all(found.get(name_presence(game, user)) for user in users)


def is_just_noted(presence: Any) -> bool:
    """Takes a cached value of `name_presence`."""
    return presence is not None and 0 <= time.time() - presence[0] < NOTED_FOR


def name_presence(game: int, user: int) -> str:
    return f"active-{game}-{user}"
