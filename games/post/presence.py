"""Who looks at which table right now. It lives in the cache: forgetting it costs a mail too many, nothing else."""

from contextlib import suppress

from django.core.cache import cache

LOOKING_FOR = 15
"""Seconds for which a person counts as looking after their page asked for news, which it does every four."""


def note_presence(game: int, user: int) -> None:
    """Remember that a person looks at a table; both are primary keys. A cache that is down changes nothing."""
    with suppress(Exception):
        cache.set(name_presence(game, user), True, LOOKING_FOR)


def is_looking(game: int, user: int) -> bool:
    """Tell whether a person looks at a table; not that we know of, if the cache is down."""
    with suppress(Exception):
        return bool(cache.get(name_presence(game, user)))
    return False


def name_presence(game: int, user: int) -> str:
    """Return the key under which it is kept."""
    return f"looking-{game}-{user}"
