"""Who looks at which table right now. It lives in the cache: forgetting it costs a mail too many, nothing else."""

import time
from contextlib import suppress
from typing import Any

from django.core.cache import cache

LOOKING_FOR = 15
"""Seconds for which a person counts as looking after that was noted last."""
NOTED_FOR = 3
"""Seconds after which it is noted anew: pages that ask every second need not write as often."""


def note_presence(game: int, user: int) -> None:
    """Remember that a person looks at a table; both are primary keys. A cache that is down changes nothing."""
    with suppress(Exception):
        cache.set(name_presence(game, user), int(time.time()), LOOKING_FOR)


def is_looking(game: int, user: int) -> bool:
    """Tell whether a person looks at a table; not that we know of, if the cache is down."""
    with suppress(Exception):
        return bool(cache.get(name_presence(game, user)))
    return False


def is_just_noted(presence: Any) -> bool:
    """Tell whether what lies in the cache under `name_presence` need not be noted anew yet."""
    return presence is not None and 0 <= time.time() - presence < NOTED_FOR


def name_presence(game: int, user: int) -> str:
    """Return the key under which it is kept."""
    return f"looking-{game}-{user}"
