"""Stamps: random numbers in the cache by which what is kept there dies the moment that it is no longer true.

Who keeps an answer reads the stamps of all that it rests on *before* looking into the database, and keeps them with it.
Who changes one of these forgets its stamp once that is committed. An answer counts while each stamp is the one that it
was kept with. A stamp that is gone, forgotten, evicted or flushed away, never comes back the same: so what was
read before a change and kept after it does not count either, and nothing that gets lost lets anybody in.
"""

import secrets
from collections.abc import Iterable
from functools import partial

from django.conf import settings
from django.core.cache import cache
from django.db import transaction

KEPT_FOR = 600
"""Seconds for which a stamp is kept; one that has faded costs a look into the database."""
BITS = 62

SITE = "stamp:site"
"""The name of what every answer rests on: how far the site's clock is behind."""


def name_table(code: str) -> str:
    """Return the name of the stamp of a table: its version, its status and who sits there."""
    return f"stamp:table:{code}"


def name_person(person: int) -> str:
    """Return the name of the stamp of a person, by primary key: whether their sessions count."""
    return f"stamp:person:{person}"


def name_session(digest: str) -> str:
    """Return the name of the stamp of a session; `digest` is what stands for its key."""
    return f"stamp:session:{digest}"


def read_stamps(names: Iterable[str]) -> tuple[int, ...] | None:
    """Return the stamps of these names in their order, new ones where there were none; None if the cache is away."""
    wanted = list(names)
    found = cache.get_many(wanted)
    new = [name for name in wanted if name not in found]
    for name in new:
        cache.add(name, secrets.randbits(BITS), KEPT_FOR)
    if new:
        found = cache.get_many(wanted)
    return pick_stamps(found, wanted)


def pick_stamps(found: dict[str, int], names: Iterable[str]) -> tuple[int, ...] | None:
    """Return the stamps of these names out of what was found in the cache; None unless all are there."""
    stamps = tuple(found[name] for name in names if name in found)
    return stamps if len(stamps) == len(list(names)) else None


def forget_stamps(*names: str) -> None:
    """Let nothing count any more that rests on these, once the transaction is committed; at once outside of one."""
    if settings.POLLS_FROM_CACHE:
        transaction.on_commit(partial(cache.delete_many, names), robust=True)
