"""A database that takes nothing: its disk is full, it is read-only, or it is away. Also a full disk of our own."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import Error, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse

RETRY_AFTER = 20
"""Seconds after which it is worth trying again."""
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO}
SQLITE = {8, 10, 13, 14}
"""Of SQLite, the primary codes of: read-only, an error of the disk, full, cannot be opened."""
STATES, CLASSES = {"25006", "57P01", "57P02", "57P03"}, ("08", "53", "58")
"""Of PostgreSQL: read-only, shutting down or starting; connections, resources such as the disk, the system."""
MARK = "is_refused"
"""The attribute of a request of which nothing could be stored: the error."""
NOT_STORED = "X-Not-Stored"
"""The header by which a page knows such an answer of ours from one of a proxy."""


def is_refused(error: BaseException | None) -> bool:
    """Tell whether an error, or what it comes from, is that the database takes nothing now."""
    while error is not None:
        if (isinstance(error, Error) and says_refused(error)) or (isinstance(error, OSError) and error.errno in FULL):
            return True
        error = error.__cause__ or error.__context__
    return False


def says_refused(error: Error) -> bool:
    """Tell whether an error of Django's says so, by the driver's error that it comes from."""
    driver = error.__cause__
    if (code := getattr(driver, "sqlite_errorcode", None)) is not None:
        return code & 0xFF in SQLITE
    if state := getattr(driver, "sqlstate", None):
        return state in STATES or state.startswith(CLASSES)
    # Without a code no statement got as far as the database.
    return isinstance(error, OperationalError | InterfaceError)


@contextmanager
def ignoring_refusals() -> Iterator[None]:
    """Go on without what a page would write besides, where it cannot be written."""
    try:
        yield
    except (Error, OSError) as error:
        if not is_refused(error):
            raise


def mark_refused(request: HttpRequest, response: HttpResponse, error: BaseException | None) -> HttpResponse:
    """Return an answer to a request that nothing could be stored of, for an `error`: status 503, kept by no cache."""
    setattr(request, MARK, error)
    response.status_code = 503
    response[NOT_STORED] = "yes"
    response["Retry-After"] = str(RETRY_AFTER)
    response["Cache-Control"] = "no-store, private"
    return response
