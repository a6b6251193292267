"""No request opens a connection to other servers: a guard over all tests, by Python's audit events.

The database's library opens its own connections and raises no such events; Redis is the one server left to allow.
"""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase

EVENTS = {"socket.connect": 1, "socket.sendto": 1, "socket.getaddrinfo": 0, "socket.gethostbyname": 0}
"""What is watched, and where in its arguments the address stands."""
REDIS_PORT = 6379


class Outbound(Exception):
    """A request asked for another server."""


class Guard(threading.local):
    """Whether this thread answers a request, or was started by one that did."""

    is_on = False


guard = Guard()
seen: list[str] = []
"""What requests asked for since the last test; code may have hidden that it was refused."""


def watch(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse what leads out of a request."""
    place = EVENTS.get(event)
    if place is None or not guard.is_on or is_own(arguments[place]):
        return
    seen.append(f"{event} {arguments[place]}")
    raise Outbound(seen[-1])


def is_own(address: Any) -> bool:
    """Tell whether an address, or a name that is looked up, is the site's Redis or a socket of this machine."""
    if isinstance(address, str) and address.startswith("/"):
        return True
    redis = [urlsplit(str(url)) for url in (settings.CACHES["default"].get("LOCATION", ""), settings.CELERY_BROKER_URL)]
    places = {(url.hostname, url.port or REDIS_PORT) for url in redis if url.hostname}
    return address[:2] in places if isinstance(address, tuple) else address in {host for host, _port in places}


@contextmanager
def guarding() -> Iterator[None]:
    """Let no connection be opened meanwhile, by this thread or one that it starts."""
    before, guard.is_on = guard.is_on, True
    try:
        yield
    finally:
        guard.is_on = before


def guard_requests(patch: pytest.MonkeyPatch) -> None:
    """Guard whatever answers a request, and the threads that it starts."""
    answer, start = BaseHandler.get_response, threading.Thread.start

    def guarded_answer(self: BaseHandler, request: HttpRequest) -> HttpResponseBase:
        with guarding():
            return answer(self, request)

    def start_guarded(self: threading.Thread) -> None:
        if guard.is_on:
            run = self.run

            def guarded_run() -> None:
                with guarding():
                    run()

            self.run = guarded_run  # type: ignore[method-assign]
        start(self)

    patch.setattr(BaseHandler, "get_response", guarded_answer)
    patch.setattr(threading.Thread, "start", start_guarded)
    # It cannot be taken away again, and is idle where no request is answered.
    sys.addaudithook(watch)
