"""Logging without secrets: no form contents, local variables or task arguments."""

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
"""Characters."""
QUIET = 60.0
"""Seconds between messages that nothing can be stored."""
PASSES = "passes"
"""Attribute of a record: the filter's decision."""
ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None]
SLASH, PART = "(?:/|%2F)", r"(?:(?!%2F)[^/?#&\s])+"
BEFORE_TOKENS = (
    "/mail/stop/", "/mail/turn/", "/feed/", "/circles/(?:join/)?", "/g/PART/from/", "/g/PART/seat/", "/watch/",
    "/password/reset/key/",
)  # fmt: skip
"""Path prefixes of tokens: see `games.urls` and `accounts.urls`.

The URL that reports a circle's name holds the key of its invitation.
"""
TOKEN = re.compile(
    f"({'|'.join(BEFORE_TOKENS).replace('/', SLASH).replace('PART', PART)}|[?&](?:i|key)=){PART}", flags=re.IGNORECASE
)
"""In paths, in paths quoted in queries, and invitation keys."""


def logging_settings(*, json: bool, reports: bool = False) -> dict[str, Any]:
    """JSON is for production. With `reports`, also log to Sentry."""
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
            # Django's own handler would email errors to ADMINS.
            "django": {"level": "INFO"},
            # It would log each task, every ten seconds.
            "celery": {"level": "WARNING"},
            # The file-system broker has no host name.
            "kombu.connection": {"level": "ERROR"},
            # A line for each form of report that it tries.
            "flufl.bounce": {"level": "CRITICAL"},
            "celery.app.trace": {"level": "WARNING", "filters": ["no_arguments"]},
        },
    }


def configure_structlog() -> None:
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
    """Tokens open addresses, turns, seats, feeds or password resets."""
    event["event"] = TOKEN.sub(r"\1…", str(event["event"]))
    return event


def _renderers(*, json: bool) -> list[Processor]:
    if json:
        return [structlog.processors.ExceptionRenderer(describe_exception), structlog.processors.JSONRenderer()]
    return [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]


def describe_exception(exc_info: ExceptionInfo) -> str:
    """Leave out messages: PostgreSQL quotes whole rows, with hands and roles."""
    parts = []
    error: BaseException | None = exc_info[1]
    while error is not None:
        parts.append("".join(traceback.format_tb(error.__traceback__)) + type(error).__qualname__)
        error = error.__cause__ or error.__context__
    return "\n\n".join(reversed(parts))


class WithoutArguments(logging.Filter):
    """Removes arguments and messages from Celery's reports."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, Mapping) and "name" in record.args:
            record.msg, record.args = f"Task {record.args['name']} failed", ()
        return True


class WithoutMessages(logging.Filter):
    """Shortens reports about bad requests, which quote them."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == "gunicorn.error":
            _reword_gunicorn(record)
        elif record.name.startswith("django.") and getattr(record, "status_code", 500) < 500:
            return _reword_refusal(record)
        return True


def _reword_gunicorn(record: logging.LogRecord) -> None:
    """Keep the kind of failure, and type and place of the error."""
    error = (record.exc_info or sys.exc_info())[1]
    if error is None:
        return
    what = re.split(r" from ip=|[:%(]", str(record.msg))[0].strip()
    record.msg, record.args, record.exc_info = "%s: %s", (what, _place_error(error)), None


def _place_error(error: BaseException) -> str:
    *_, last = traceback.extract_tb(error.__traceback__) or [None]
    return type(error).__qualname__ + (f" at {last.filename}:{last.lineno}" if last else "")


def _reword_refusal(record: logging.LogRecord) -> bool:
    """Django's report of a refused request quotes the visitor; return False to drop it.

    Suspicious requests are reported twice; only the first has the exception's type. The site has no error, so the level
    is at most a warning.
    """
    request, error = getattr(record, "request", None), (record.exc_info or (None, None))[1]
    if record.levelno > logging.WARNING:
        # First, since later handlers look at the level.
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
    return getattr(record, "status_code", 0) == HTTPStatus.METHOD_NOT_ALLOWED


class OncePerMinute(logging.Filter):
    """Logs one line a minute while the database cannot store anything."""

    def __init__(self) -> None:
        super().__init__()
        self.lock, self.quiet_until = Lock(), 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        """Several handlers ask about a record, and must get the same answer."""
        if not hasattr(record, PASSES):
            setattr(record, PASSES, not is_about_refusal(record) or self.pass_once(record))
        return bool(getattr(record, PASSES))

    def pass_once(self, record: logging.LogRecord) -> bool:
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
    is_marked = hasattr(getattr(record, "request", None), MARK)
    return is_marked or record.name == "psycopg.pool" or is_refused(find_error(record))


def find_error(record: logging.LogRecord) -> BaseException | None:
    """structlog may only refer to the current exception."""
    if record.exc_info:
        return record.exc_info[1]
    if isinstance(record.msg, dict) and record.msg.get("exc_info"):
        return sys.exc_info()[1]
    error: BaseException | None = getattr(getattr(record, "request", None), MARK, None)
    return error
