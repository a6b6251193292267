"""Passes: what a browser or a program may listen to, signed for a few seconds.

A page opens `listen/`. That view checks access and redirects to the streams process with a pass. Topics in it are
keyed hashes, because neither browsers nor Redis may learn codes of tables and keys of users from them. A stream of all
tables of a user has their codes instead, which the user knows: there may be hundreds.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.core import signing
from django.http import HttpResponseRedirect
from django.utils.crypto import salted_hmac

SALT = "insidejob.streams"
VALID_FOR = 10
"""For how many seconds a pass opens a stream."""
DIGITS = 16


@dataclass(frozen=True)
class Pass:
    """Topics: a stream tells of those in `news`, and any of `ends` ends it.

    `tables` has the codes of a user's tables, which a stream names. It is None for a stream of one table.
    `until` is the time when a token ends, in seconds since 1970, or None.
    """

    news: tuple[str, ...]
    ends: tuple[str, ...]
    tables: tuple[str, ...] | None = None
    until: float | None = None


def lead_to_stream(
    news: Iterable[str],
    ends: Iterable[str],
    tables: Iterable[str] | None = None,
    until: datetime | None = None,
) -> HttpResponseRedirect:
    """Redirect to a stream. `news` and `ends` are names of stamps, `tables` are codes."""
    codes, ends_at = None if tables is None else [*tables], until and until.timestamp()
    known = [*map(name_topic, news)], [*map(name_topic, ends)], codes, ends_at
    signed = signing.dumps(known, salt=SALT, compress=True)
    response = HttpResponseRedirect(f"{settings.STREAMS_AT}?pass={signed}")
    response["Cache-Control"] = "no-store, private"
    return response


def read_pass(signed: str) -> Pass | None:
    try:
        news, ends, tables, until = signing.loads(signed, salt=SALT, max_age=VALID_FOR)
    except (signing.BadSignature, ValueError):
        return None
    return Pass(tuple(news), tuple(ends), None if tables is None else tuple(tables), until)


def name_topic(name: str) -> str:
    return salted_hmac(SALT, name, algorithm="sha256").hexdigest()[:DIGITS]
