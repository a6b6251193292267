"""Recognizes errors that mean that nothing can be stored: the database or disk is full, read-only, down, or locked for
too long."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DEFAULT_DB_ALIAS, Error, InterfaceError, OperationalError, connections
from django.http import HttpRequest, HttpResponse

RETRY_AFTER = 20
"""Seconds after which a browser should try again."""
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO}
SQLITE = {5, 6, 8, 10, 13, 14}
"""SQLite primary codes: busy, locked, read-only, I/O error, full, cannot open."""
STATES, CLASSES = {"25006", "57P01", "57P02", "57P03"}, ("08", "53", "58")
"""PostgreSQL: read-only, stopping or starting; classes of connection, resource and system errors."""
MARK = "is_refused"
"""The attribute of a request with the error."""
NOT_STORED = "X-Not-Stored"
"""The header that tells our 503 from a proxy's."""


def is_refused(error: BaseException | None) -> bool:
    while error is not None:
        if (isinstance(error, Error) and _says_refused(error)) or (isinstance(error, OSError) and error.errno in FULL):
            return True
        error = error.__cause__ or error.__context__
    return False


def _says_refused(error: Error) -> bool:
    """Whether an error means that the database cannot store. The driver's error has the code."""
    driver = error.__cause__
    if (code := getattr(driver, "sqlite_errorcode", None)) is not None:
        return code & 0xFF in SQLITE
    if state := getattr(driver, "sqlstate", None):
        return state in STATES or state.startswith(CLASSES)
    # Without a code the statement did not reach the database.
    return isinstance(error, OperationalError | InterfaceError)


@contextmanager
def ignoring_refusals() -> Iterator[None]:
    """Skip writes that are not essential while nothing can be stored."""
    try:
        yield
    except (Error, OSError) as error:
        if not is_refused(error):
            raise


@contextmanager
def noting_commits() -> Iterator[list[bool]]:
    """Yield a list that is empty until the database is asked to commit. From then on it may have stored something."""
    connection, asked = connections[DEFAULT_DB_ALIAS], list[bool]()
    commit = connection.commit

    def note() -> None:
        asked.append(True)
        commit()

    connection.commit = note  # type: ignore[method-assign]
    try:
        yield asked
    finally:
        # A test may send a request within another one.
        vars(connection).pop("commit", None)


def mark_refused(request: HttpRequest, response: HttpResponse, error: BaseException | None) -> HttpResponse:
    """Turn a response into a 503 that is not cached, if nothing could be stored."""
    setattr(request, MARK, error)
    response.status_code = 503
    response[NOT_STORED] = "yes"
    response["Retry-After"] = str(RETRY_AFTER)
    response["Cache-Control"] = "no-store, private"
    return response
