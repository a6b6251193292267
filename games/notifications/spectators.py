"""Numbers of spectators, in the cache.

Losing it costs nothing. A keyed hash puts each into one of `SLOTS`; identities are not kept.
"""

import time
from contextlib import suppress
from math import log
from typing import Any

from django.core.cache import cache
from django.utils.crypto import salted_hmac

SLOTS = 128
OPEN_FOR = 25
"""Seconds after its last poll for which a page counts."""
READ_FOR = 60
"""Seconds for which a page counts that does not poll, as without scripts."""
NOTED_FOR = 8
"""Seconds before it is noted again."""


def name_slot(game: int, spectator: str) -> str:
    """`game` is a primary key."""
    digest = salted_hmac("games.spectators", f"{game}/{spectator}", algorithm="sha256").digest()
    return f"watching-{game}-{digest[0] % SLOTS}"


def note_spectator(slot: str, lasts: int = OPEN_FOR) -> None:
    with suppress(Exception):
        cache.set(slot, time.time(), lasts)


def is_noted(noted_at: Any) -> bool:
    """Takes the cached value of a slot."""
    return noted_at is not None and 0 <= time.time() - noted_at < NOTED_FOR


def count_spectators(game: int) -> int:
    """Linear counting: spectators may share a slot."""
    full = 0
    with suppress(Exception):
        full = len(cache.get_many([f"watching-{game}-{slot}" for slot in range(SLOTS)]))
    return round(-SLOTS * log(1 - min(full, SLOTS - 1) / SLOTS))
