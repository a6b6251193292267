"""Reads that may be late go to a replica of the database, if `REPLICA_URL` names one.

Only views and functions under `may_be_late` read from it, and only to answer GET and HEAD. Whether a reader may see a
page is decided before, from the primary. A list leaves out what its reader must not see as of the replica's moment: all
of it is as it would have been shown then. A browser that has just sent a form reads from the primary, and so do
all browsers while the replica is away or far behind.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import structlog
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connections
from django.db.models import Model
from django.http import HttpRequest, HttpResponse

ALIAS = "replica"
WRITTEN_FOR = 5
"""For how many seconds after it has sent a form a browser reads from the primary. It keeps a cookie for so long."""
PAUSE = 30.0
"""Seconds without reads from the replica after it has failed, or was found far behind."""
IS_BEHIND = "SELECT now() - pg_last_xact_replay_timestamp() > interval '30 seconds'"
"""Whether the replica is far behind. The sweep writes every ten seconds, so an idle site is not. NULL on a primary."""
SAFE = ("GET", "HEAD")

Request = TypeVar("Request", bound=HttpRequest)
Read = ParamSpec("Read")
Given = TypeVar("Given")
log = structlog.get_logger(__name__)
_reads_from: ContextVar[str] = ContextVar("reads_from", default=DEFAULT_DB_ALIAS)


class Router:
    """Django's database router: reads are from the primary, except in `_reading_late`."""

    def db_for_read(self, model: type[Model], **hints: Any) -> str:
        return _reads_from.get()

    def db_for_write(self, model: type[Model], **hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, one: Model, other: Model, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db == DEFAULT_DB_ALIAS


class Replica:
    # Shared by the threads of a process.
    away_until = 0.0

    def may_answer(self, request: HttpRequest) -> bool:
        is_asked = request.method in SAFE and settings.WRITTEN_COOKIE_NAME not in request.COOKIES
        return is_asked and ALIAS in connections and time.monotonic() >= self.away_until

    def is_well(self) -> bool:
        """Return whether the replica is not far behind. Raises an error of the database if it is away."""
        if connections[ALIAS].vendor != "postgresql":
            return True
        with connections[ALIAS].cursor() as cursor:
            cursor.execute(IS_BEHIND)
            (is_behind,) = cursor.fetchone()
        if is_behind:
            self.leave("far behind")
        return not is_behind

    def leave(self, reason: str) -> None:
        self.away_until = time.monotonic() + PAUSE
        log.warning("replica left", reason=reason)


replica = Replica()


@contextmanager
def _reading_late() -> Iterator[None]:
    token = _reads_from.set(ALIAS)
    try:
        yield
    finally:
        _reads_from.reset(token)


def may_be_late(
    answer: Callable[Concatenate[Request, Read], Given],
) -> Callable[Concatenate[Request, Read], Given]:
    """Make a view, or the part of one that takes its request and returns its answer, read from the replica.

    It must not decide whether the reader may see the page. It may run twice: once more on the primary, if the replica
    fails meanwhile.
    """

    @wraps(answer)
    def answer_late(request: Request, /, *args: Read.args, **kwargs: Read.kwargs) -> Given:
        if replica.may_answer(request):
            try:
                if replica.is_well():
                    with _reading_late():
                        return answer(request, *args, **kwargs)
            except (OperationalError, InterfaceError) as error:
                replica.leave(type(error.__cause__ or error).__name__)
        return answer(request, *args, **kwargs)

    return answer_late


def remembering_writes(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Give a browser that has sent a form a cookie for some seconds, so that it sees what it has changed."""
    if ALIAS not in connections:
        raise MiddlewareNotUsed

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        # Programs have no cookies.
        has_session = {settings.SESSION_COOKIE_NAME} & {*request.COOKIES, *response.cookies}
        if request.method not in SAFE and has_session:
            secure = settings.SESSION_COOKIE_SECURE
            response.set_cookie(
                settings.WRITTEN_COOKIE_NAME, "1", WRITTEN_FOR, secure=secure, httponly=True, samesite="Lax"
            )
        return response

    return middleware
