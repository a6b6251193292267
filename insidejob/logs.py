"""Logging without secrets: no form contents, local variables or task arguments are logged."""

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
"""How many characters of a path are logged."""
QUIET = 60.0
"""Seconds between messages that nothing can be stored, or queued."""
PASSES = "passes"
"""The attribute of a record that stores the filter's decision."""
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
"""Tokens in paths and in paths quoted in queries, and keys of invitations."""
API_TOKEN = re.compile(r"(?<![^\W_])(ij_|ij%5F)[-\w%]+", flags=re.IGNORECASE)
"""A token of the API, anywhere in a URL. No URL of the site has one, but someone may have put it there."""


def logging_settings(*, json: bool, reports: bool = False) -> dict[str, Any]:
    """JSON is for production. With `reports`, also log to Sentry."""
    reporter = {"class": "insidejob.error_reports.Reporter", "level": "ERROR", "filters": ["no_refusals"]}
    reporters = {"reports": reporter} if reports else {}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "no_arguments": {"()": _WithoutArguments},
            "no_messages": {"()": _WithoutMessages},
            "no_refusals": {"()": _OncePerMinute},
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
            # This logger would write a line for each task, every ten seconds.
            "celery": {"level": "WARNING"},
            # The file-system broker has no host name.
            "kombu.connection": {"level": "ERROR"},
            # This logger would write a line for each format of bounce that it tries.
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
        _mask_tokens,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]


def _mask_tokens(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Mask tokens in a message, because they open addresses, turns, seats, feeds, password resets or the API."""
    event["event"] = API_TOKEN.sub(r"\1…", TOKEN.sub(r"\1…", str(event["event"])))
    return event


def _renderers(*, json: bool) -> list[Processor]:
    if json:
        return [structlog.processors.ExceptionRenderer(_describe_exception), structlog.processors.JSONRenderer()]
    return [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]


def _describe_exception(exc_info: ExceptionInfo) -> str:
    """Return the traceback without messages of errors.

    PostgreSQL quotes whole rows in them, with hands and roles.
    """
    parts = []
    error: BaseException | None = exc_info[1]
    while error is not None:
        parts.append("".join(traceback.format_tb(error.__traceback__)) + type(error).__qualname__)
        error = error.__cause__ or error.__context__
    return "\n\n".join(reversed(parts))


class _WithoutArguments(logging.Filter):
    """Removes arguments and messages from Celery's reports."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, Mapping) and "name" in record.args:
            record.msg, record.args = f"Task {record.args['name']} failed", ()
        return True


class _WithoutMessages(logging.Filter):
    """Shortens reports about bad requests, which quote the request."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == "gunicorn.error":
            _reword_gunicorn(record)
        elif record.name.startswith("django.") and getattr(record, "status_code", 500) < 500:
            return _reword_refusal(record)
        return True


def _reword_gunicorn(record: logging.LogRecord) -> None:
    """Replace the message by the kind of failure, and the type and place of the error."""
    error = (record.exc_info or sys.exc_info())[1]
    if error is None:
        return
    what = re.split(r" from ip=|[:%(]", str(record.msg))[0].strip()
    record.msg, record.args, record.exc_info = "%s: %s", (what, _place_error(error)), None


def _place_error(error: BaseException) -> str:
    *_, last = traceback.extract_tb(error.__traceback__) or [None]
    return type(error).__qualname__ + (f" at {last.filename}:{last.lineno}" if last else "")


def _reword_refusal(record: logging.LogRecord) -> bool:
    """Reword Django's report of a refused request, which quotes the request. Return False to drop it.

    Suspicious requests are reported twice, and only the first report has the exception's type. The site has no error,
    so the level is at most a warning.
    """
    request, error = getattr(record, "request", None), (record.exc_info or (None, None))[1]
    if record.levelno > logging.WARNING:
        # The level is set first, because later handlers look at it.
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


class _OncePerMinute(logging.Filter):
    """Logs one line a minute while the database cannot store anything, and one while the queue takes no message."""

    def __init__(self) -> None:
        super().__init__()
        self.lock, self.quiet_until = Lock(), dict[str, float]()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log a record.

        Several handlers ask about the same record, and must get the same answer.
        """
        if not hasattr(record, PASSES):
            setattr(record, PASSES, self.judge(record))
        return bool(getattr(record, PASSES))

    def judge(self, record: logging.LogRecord) -> bool:
        error = _find_error(record)
        if _is_about_refusal(record):
            while error is not None and error.__cause__ is not None:
                error = error.__cause__
            name = getattr(error, "sqlite_errorname", type(error).__name__) if error else ""
            return self.pass_once(record, "Nothing can be stored", name)
        if refusal := _find_refusal_of_queue(error):
            return self.pass_once(record, "The queue takes no message", type(refusal).__name__)
        return True

    def pass_once(self, record: logging.LogRecord, sentence: str, reason: str) -> bool:
        with self.lock:
            if time.monotonic() < self.quiet_until.get(sentence, 0.0):
                return False
            self.quiet_until[sentence] = time.monotonic() + QUIET
        record.msg, record.args, record.exc_info = f"{sentence} ({reason})" if reason else sentence, None, None
        return True


def _is_about_refusal(record: logging.LogRecord) -> bool:
    is_marked = hasattr(getattr(record, "request", None), MARK)
    return is_marked or record.name == "psycopg.pool" or is_refused(_find_error(record))


def _find_refusal_of_queue(error: BaseException | None) -> BaseException | None:
    """Return the error that keeps the queue from taking messages, or None.

    It is the first cause, as Redis or its client names it. `make run` has neither.
    """
    found = None
    while error is not None:
        if type(error).__module__.partition(".")[0] in ("kombu", "redis"):
            found = error
        error = error.__cause__ or error.__context__
    return found


def _find_error(record: logging.LogRecord) -> BaseException | None:
    """Return the error of a record, or None.

    structlog may only say that it is the current exception.
    """
    if record.exc_info:
        return record.exc_info[1]
    if isinstance(record.msg, dict) and record.msg.get("exc_info"):
        return sys.exc_info()[1]
    error: BaseException | None = getattr(getattr(record, "request", None), MARK, None)
    return error
