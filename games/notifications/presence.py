"""Presence: who is viewing a table. If it is lost, at most one message too many is sent."""

import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from django.core.cache import cache

ACTIVE_FOR = 5 * 60
"""For this many seconds after their last activity users count as active."""
OPEN_FOR = 90
"""For this many seconds after its last poll a page counts as open."""
NOTED_FOR = 3
"""Presence is written again after this many seconds, although a page may poll more often."""
HIDDEN_LOAD_WITHIN = 20
"""Within this many seconds a hidden page that was asked to load again has done so."""


def note_presence(game: int, user: int, *, idle: int = 0, lasts: int = OPEN_FOR) -> None:
    """Store that a user has a game's page open and was active `idle` seconds ago; both are given by primary key.

    The page counts as open for `lasts` seconds, the user as active for `ACTIVE_FOR` after the activity.
    """
    now = time.time()
    with suppress(Exception):
        cache.set(name_presence(game, user), (now, now - idle, lasts), ACTIVE_FOR - idle)


def find_activity(game: int, user: int) -> datetime | None:
    """Return when the user was last active at the game.

    Return None if that is long ago, if the page was closed, or if the cache is down.
    """
    with suppress(Exception):
        noted_at, active_at, lasts = cache.get(name_presence(game, user))
        return datetime.fromtimestamp(active_at, UTC) if time.time() < noted_at + lasts else None
    return None


def were_all_active(found: Mapping[str, Any], game: int, users: Iterable[int]) -> bool:
    """Whether all users were active in the last minutes, with the page open or not. `found` are values of the cache."""
    return all(found.get(name_presence(game, user)) for user in users)


def is_just_noted(presence: Any) -> bool:
    """Whether presence was written a moment ago. Takes the cached value of `name_presence`."""
    return presence is not None and 0 <= time.time() - presence[0] < NOTED_FOR


def note_hidden_load(presence: str) -> None:
    """Store that a hidden page loads again, which is no look at the table.

    `presence` is the cache key of who has the page: `name_presence` of a player, or the slot of a spectator.
    """
    with suppress(Exception):
        cache.set(f"hidden-{presence}", True, HIDDEN_LOAD_WITHIN)


def is_hidden_load(presence: str) -> bool:
    with suppress(Exception):
        return bool(cache.get(f"hidden-{presence}"))
    return False


def name_presence(game: int, user: int) -> str:
    return f"active-{game}-{user}"
