"""Logging without secrets: no form bodies, no local variables, no task arguments."""

import logging
import re
import sys
import time
import traceback
from collections.abc import Callable, Mapping, MutableMapping
from http import HTTPStatus
from threading import Lock
from types import TracebackType
from typing import Any

import structlog

from insidejob.storage_errors import MARK, is_refused

Processor = Callable[
    [Any, str, MutableMapping[str, Any]], Mapping[str, Any] | str | bytes | bytearray | tuple[Any, ...]
]
MAX_PATH = 300
"""Characters of a path that are logged."""
QUIET = 60.0
"""Seconds in which a process says once that nothing can be stored."""
PASSES = "passes"
"""The attribute of a record that was looked at."""
ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None]
SLASH, PART = "(?:/|%2F)", r"(?:(?!%2F)[^/?#&\s])+"
BEFORE_TOKENS = (
    "/mail/stop/", "/mail/turn/", "/feed/", "/circles/(?:join/)?", "/g/PART/from/", "/g/PART/seat/",
    "/password/reset/key/",
)  # fmt: skip
"""What comes before a token in a path: see `games.urls` and `accounts.urls`.

The address that reports the name of a circle holds the key of its link, too.
"""
TOKEN = re.compile(
    f"({'|'.join(BEFORE_TOKENS).replace('/', SLASH).replace('PART', PART)}|[?&]i=){PART}", flags=re.IGNORECASE
)
"""A token in a path, in a path that a query quotes, or the key of an invitation in a query."""


def logging_settings(*, json: bool, reports: bool = False) -> dict[str, Any]:
    """Return Django's `LOGGING`: one stream on stderr, as JSON for machines or as text for people.

    With `reports` errors go to Sentry, too.
    """
    reporter = {"class": "insidejob.error_reports.Reporter", "level": "ERROR", "filters": ["no_refusals"]}
    reporters = {"reports": reporter} if reports else {}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "no_arguments": {"()": WithoutArguments},
            "no_messages": {"()": WithoutMessages},
            "no_refusals": {"()": OncePerMinute},
        },
        "formatters": {
            "structlog": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": _shared_processors(),
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_renderers(json=json)],
            },
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "structlog",
                "filters": ["no_refusals", "no_messages"],
            },
            **reporters,
        },
        "root": {"handlers": ["stderr", *reporters], "level": "INFO"},
        "loggers": {
            # Replaces Django's own, which would mail errors to ADMINS.
            "django": {"level": "INFO"},
            # Each task received and done, every ten seconds: of no use.
            "celery": {"level": "WARNING"},
            # Warns that the file-system broker has no host name.
            "kombu.connection": {"level": "ERROR"},
            # A line for each form of report that it tries.
            "flufl.bounce": {"level": "CRITICAL"},
            "celery.app.trace": {"level": "WARNING", "filters": ["no_arguments"]},
        },
    }


def configure_structlog() -> None:
    """Send structlog's own loggers down the same stream."""
    structlog.configure(
        processors=[*_shared_processors(), structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def _shared_processors() -> list[Processor]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        mask_tokens,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]


def mask_tokens(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Leave out of a line the part of a path that is a key: to an address, a turn, a seat, a feed, a password, mail."""
    event["event"] = TOKEN.sub(r"\1…", str(event["event"]))
    return event


def _renderers(*, json: bool) -> list[Processor]:
    if json:
        return [structlog.processors.ExceptionRenderer(describe_exception), structlog.processors.JSONRenderer()]
    return [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]


def describe_exception(exc_info: ExceptionInfo) -> str:
    """Return where an exception and its causes came from and their types, without their messages.

    A message may hold what does not belong in a log: PostgreSQL's quote whole rows, hands and roles among them.
    """
    parts = []
    error: BaseException | None = exc_info[1]
    while error is not None:
        parts.append("".join(traceback.format_tb(error.__traceback__)) + type(error).__qualname__)
        error = error.__cause__ or error.__context__
    return "\n\n".join(reversed(parts))


class WithoutArguments(logging.Filter):
    """Rewords Celery's report of a failed task, whose text holds the arguments and the exception's message."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, reworded."""
        if isinstance(record.args, Mapping) and "name" in record.args:
            record.msg, record.args = f"Task {record.args['name']} failed", ()
        return True


class WithoutMessages(logging.Filter):
    """Rewords reports of requests that could not be read or answered, which quote what was sent: one line is left.

    Of those that Django refused it says status and path, of those at which gunicorn failed type and place of the error.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Let a record pass, reworded, unless it says again what was said."""
        if record.name == "gunicorn.error":
            _reword_gunicorn(record)
        elif record.name.startswith("django.") and getattr(record, "status_code", 500) < 500:
            return _reword_refusal(record)
        return True


def _reword_gunicorn(record: logging.LogRecord) -> None:
    """Say what failed and the type of the error that is being handled, if one is."""
    error = (record.exc_info or sys.exc_info())[1]
    if error is None:
        return
    what = re.split(r" from ip=|[:%(]", str(record.msg))[0].strip()
    record.msg, record.args, record.exc_info = "%s: %s", (what, _place_error(error)), None


def _place_error(error: BaseException) -> str:
    """Return the type of an error, and where it was raised."""
    *_, last = traceback.extract_tb(error.__traceback__) or [None]
    return type(error).__qualname__ + (f" at {last.filename}:{last.lineno}" if last else "")


def _reword_refusal(record: logging.LogRecord) -> bool:
    """Reword the report of a refused request. Drop it if it is of no use.

    It loses the message of the exception, which quotes the visitor, and the end of a long path. A refusal is no error
    of the site, so its level is at most a warning. Django reports a suspicious request twice: the first report has the
    type of the exception, the second is dropped. Refused HEAD requests and methods are dropped, too.
    """
    request, error = getattr(record, "request", None), (record.exc_info or (None, None))[1]
    if record.levelno > logging.WARNING:
        # Before all else: the handlers that follow, of reports above all, look at the level.
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
    if getattr(request, "is_logged", False) or getattr(request, "method", "") == "HEAD" or _is_method_refused(record):
        return False
    if error is not None and request is not None:
        request.is_logged = True
        path = request.path.encode("unicode_escape").decode("ascii")
        record.msg, record.args, record.exc_info = "Bad Request (%s): %s", (type(error).__qualname__, path), None
    if isinstance(record.args, tuple):
        record.args = tuple(part[:MAX_PATH] if isinstance(part, str) else part for part in record.args)
    return True


def _is_method_refused(record: logging.LogRecord) -> bool:
    """Tell whether a request was refused for its method alone."""
    return getattr(record, "status_code", 0) == HTTPStatus.METHOD_NOT_ALLOWED


class OncePerMinute(logging.Filter):
    """Of all that is logged about a database that takes nothing, lets one line a minute pass, without a traceback."""

    def __init__(self) -> None:
        super().__init__()
        self.lock, self.quiet_until = Lock(), 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        """Let all else pass. Several handlers ask about the same record, and get the same answer."""
        if not hasattr(record, PASSES):
            setattr(record, PASSES, not is_about_refusal(record) or self.pass_once(record))
        return bool(getattr(record, PASSES))

    def pass_once(self, record: logging.LogRecord) -> bool:
        """Reword a record and let it pass, unless there was one within the last minute."""
        with self.lock:
            if time.monotonic() < self.quiet_until:
                return False
            self.quiet_until = time.monotonic() + QUIET
        error = find_error(record)
        while error is not None and error.__cause__ is not None:
            error = error.__cause__
        reason = f" ({getattr(error, 'sqlite_errorname', type(error).__name__)})" if error else ""
        record.msg, record.args, record.exc_info = f"Nothing can be stored{reason}", None, None
        return True


def is_about_refusal(record: logging.LogRecord) -> bool:
    """Tell whether a record is about a database that takes nothing."""
    is_marked = hasattr(getattr(record, "request", None), MARK)
    return is_marked or record.name == "psycopg.pool" or is_refused(find_error(record))


def find_error(record: logging.LogRecord) -> BaseException | None:
    """Return the error that a record is about; one of structlog says only that it is the one being handled."""
    if record.exc_info:
        return record.exc_info[1]
    if isinstance(record.msg, dict) and record.msg.get("exc_info"):
        return sys.exc_info()[1]
    error: BaseException | None = getattr(getattr(record, "request", None), MARK, None)
    return error
