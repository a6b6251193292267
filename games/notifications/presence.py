"""Presence: who did something at which table lately, with its page still open. Losing it costs one extra message."""

import time
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from django.core.cache import cache

ACTIVE_FOR = 5 * 60
"""Seconds after their last activity for which a person counts as present."""
OPEN_FOR = 15
"""Seconds after its last question for news for which a page counts as open."""
NOTED_FOR = 3
"""Seconds after which it is noted anew: pages that ask every second need not write as often."""


def note_presence(game: int, user: int, *, idle: int = 0, lasts: int = OPEN_FOR) -> None:
    """Note that a person was active `idle` seconds ago at a table; both are primary keys.

    It counts for `lasts` seconds, and never longer than `ACTIVE_FOR` after the activity.
    """
    now = time.time()
    with suppress(Exception):
        cache.set(name_presence(game, user), (now, now - idle), min(lasts, ACTIVE_FOR - idle))


def find_activity(game: int, user: int) -> datetime | None:
    """Return when a person was last active at a table; None if that is long ago, or the cache is down."""
    with suppress(Exception):
        _noted_at, active_at = cache.get(name_presence(game, user))
        return datetime.fromtimestamp(active_at, UTC)
    return None


def is_just_noted(presence: Any) -> bool:
    """Tell whether what lies in the cache under `name_presence` need not be noted anew yet."""
    return presence is not None and 0 <= time.time() - presence[0] < NOTED_FOR


def name_presence(game: int, user: int) -> str:
    """Return the key under which it is kept."""
    return f"active-{game}-{user}"
