"""Stamps: random numbers in the cache that invalidate cached answers.

Read the stamps of an answer *before* querying the database, and cache them with it. It is valid while they are
unchanged. After a change, `forget_stamps` deletes its stamp on commit. A lost stamp never returns with the same value,
so an answer computed before a change and cached after it is invalid too.

The same names are published to the pages that listen (`insidejob.streams`).
"""

import secrets
from collections.abc import Iterable
from functools import partial

from django.conf import settings
from django.core.cache import cache
from django.db import transaction

from insidejob.streams.news import publish

KEPT_FOR = 600
"""For how many seconds a stamp is kept. An expired stamp costs a query."""
BITS = 62

SITE = "stamp:site"
"""The stamp that every answer depends on: the delay of the site's clock."""


def name_table(code: str) -> str:
    """Return the name of the stamp for a table's version, status and seats."""
    return f"stamp:table:{code}"


def name_watched(code: str) -> str:
    """Return the name of the stamp for what spectators see of the table."""
    return f"stamp:watched:{code}"


def name_seats(code: str) -> str:
    """Return the name for who may listen as a player. It is never cached: forgetting it ends streams."""
    return f"seats:{code}"


def name_spectators(code: str) -> str:
    """Return the name for who may listen as a spectator, as `name_seats`."""
    return f"spectators:{code}"


def name_together(code: str) -> str:
    """Return the name for who is at the table now, which only pages show. It is never cached."""
    return f"together:{code}"


def name_games(person: int) -> str:
    """Return the name for which tables a user has. It is never cached."""
    return f"games:{person}"


def name_pair(one: int, other: int) -> str:
    """Return the name for whether two users are kept apart by a block, as `name_seats`."""
    return f"pair:{min(one, other)}:{max(one, other)}"


def name_person(person: int) -> str:
    """Return the name of the stamp for whether a user's sessions are valid."""
    return f"stamp:person:{person}"


def name_session(digest: str) -> str:
    """Return the name of the stamp of a session. `digest` is the hash of its key."""
    return f"stamp:session:{digest}"


def name_token(digest: str) -> str:
    return f"stamp:token:{digest}"


def read_stamps(names: Iterable[str]) -> tuple[int, ...] | None:
    """Read stamps and create missing ones. Return None if the cache is down."""
    wanted = list(names)
    found = cache.get_many(wanted)
    new = [name for name in wanted if name not in found]
    for name in new:
        cache.add(name, secrets.randbits(BITS), KEPT_FOR)
    if new:
        found = cache.get_many(wanted)
    return pick_stamps(found, wanted)


def pick_stamps(found: dict[str, int], names: Iterable[str]) -> tuple[int, ...] | None:
    stamps = tuple(found[name] for name in names if name in found)
    return stamps if len(stamps) == len(list(names)) else None


def forget_stamps(*names: str) -> None:
    """Invalidate stamps and tell streams on commit, or at once outside of a transaction."""
    if settings.POLLS_FROM_CACHE or settings.STREAMS_NEWS:
        transaction.on_commit(partial(_forget, names), robust=True)


def _forget(names: tuple[str, ...]) -> None:
    if settings.POLLS_FROM_CACHE:
        cache.delete_many(names)
    publish(names)
