"""Passes: what a browser may listen to, signed for a few seconds.

A page opens `listen/`. That view checks access and redirects to the streams process with a pass. Topics in it are
keyed hashes, because neither browsers nor Redis may learn codes of tables and keys of users from them.
"""

from collections.abc import Iterable
from dataclasses import dataclass

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
    """Topics: a stream tells of the one, and any of the others ends it."""

    news: str
    ends: tuple[str, ...]


def lead_to_stream(news: str, ends: Iterable[str]) -> HttpResponseRedirect:
    """Redirect to a stream. `news` and `ends` are names of stamps."""
    signed = signing.dumps([name_topic(news), *map(name_topic, ends)], salt=SALT)
    response = HttpResponseRedirect(f"{settings.STREAMS_AT}?pass={signed}")
    response["Cache-Control"] = "no-store, private"
    return response


def read_pass(signed: str) -> Pass | None:
    try:
        news, *ends = signing.loads(signed, salt=SALT, max_age=VALID_FOR)
    except signing.BadSignature:
        return None
    return Pass(news, tuple(ends))


def name_topic(name: str) -> str:
    return salted_hmac(SALT, name, algorithm="sha256").hexdigest()[:DIGITS]
