"""Counts spectators in the cache. Losing the numbers does no harm.

A keyed hash puts each spectator into one of `SLOTS`. Identities are not stored.
"""

import time
from contextlib import suppress
from math import log
from typing import Any

from django.core.cache import cache
from django.utils.crypto import salted_hmac

SLOTS = 128
OPEN_FOR = 90
"""For this many seconds after its last poll a spectator's page counts."""
READ_FOR = 60
"""For this many seconds a page counts that does not poll, as without scripts."""
NOTED_FOR = 8
"""A spectator's page is written to the cache again after this many seconds."""


def name_slot(game: int, spectator: str) -> str:
    """Return the cache key of a spectator's slot. `game` is a primary key."""
    digest = salted_hmac("games.spectators", f"{game}/{spectator}", algorithm="sha256").digest()
    return f"watching-{game}-{digest[0] % SLOTS}"


def note_spectator(slot: str, lasts: int = OPEN_FOR) -> None:
    with suppress(Exception):
        cache.set(slot, time.time(), lasts)


def is_noted(noted_at: Any) -> bool:
    """Whether a spectator was written a moment ago. Takes the cached value of a slot."""
    return noted_at is not None and 0 <= time.time() - noted_at < NOTED_FOR


def count_spectators(game: int) -> int:
    """Estimate the number of spectators by linear counting.

    It is an estimate because several may share a slot.
    """
    full = 0
    with suppress(Exception):
        full = len(cache.get_many([f"watching-{game}-{slot}" for slot in range(SLOTS)]))
    return round(-SLOTS * log(1 - min(full, SLOTS - 1) / SLOTS))
