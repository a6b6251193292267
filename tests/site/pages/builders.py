"""Positions and failures for the tests of the whole site's pages."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import OperationalError, connection
from django.http import HttpResponse
from django.test import RequestFactory

from games.fast.state_cache import state_cache
from games.models import Game, Hand
from insidejob.compression import BREAK, WORD, Compression

GZIP = {"Accept-Encoding": "gzip"}


def send(content: bytes, headers: dict[str, str] = GZIP, kind: str = "text/html", **marks: object) -> HttpResponse:
    """Return what becomes of an answer on its way out, marked as a view would."""
    response = HttpResponse(content, content_type=kind)
    for name, value in marks.items():
        setattr(response, name, value)
    request = RequestFactory(headers=headers).get("/")
    sent = Compression(lambda request: response)(request)
    assert isinstance(sent, HttpResponse)
    return sent


def read_markup(body: bytes) -> bytes:
    """Return the text of a gzip file without the words in it that are not compressed."""
    return WORD.sub(rb"\1\3", gzip.decompress(body).partition(BREAK)[0])


def swap_role(game: Game, seat: int) -> None:
    """Let a seat and the Insider change roles."""
    hands = {hand.seat: hand for hand in Hand.objects.filter(deal__game=game)}
    insider = next(hand for hand in hands.values() if hand.content["role"] == "insider")
    other = hands[seat] if insider.seat != seat else next(hand for hand in hands.values() if hand.seat != seat)
    insider.content["role"], other.content["role"] = other.content["role"], "insider"
    Hand.objects.bulk_update([insider, other], ["content"])
    state_cache.forget()


def fail(*args: Any) -> None:
    raise OperationalError("server closed the connection unexpectedly")


@contextmanager
def refused_writes() -> Iterator[None]:
    """A database that can be read and takes nothing more, as when its disk is full."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            # Without a page to spare.
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA page_count")
            cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0]}")
        else:
            cursor.execute("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")
        try:
            yield
        finally:
            if connection.vendor == "sqlite":
                cursor.execute("PRAGMA max_page_count = 4294967294")
            else:
                cursor.execute("SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE")
