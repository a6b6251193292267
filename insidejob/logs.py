"""Logging without secrets: no form bodies, no local variables, no task arguments."""

import logging
import traceback
from collections.abc import Callable, Mapping, MutableMapping
from types import TracebackType
from typing import Any

import structlog

Processor = Callable[
    [Any, str, MutableMapping[str, Any]], Mapping[str, Any] | str | bytes | bytearray | tuple[Any, ...]
]
ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None]


def logging_settings(*, json: bool) -> dict[str, Any]:
    """Return Django's `LOGGING`: one stream on stderr, as JSON for machines or as text for people."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"no_arguments": {"()": "insidejob.logs.WithoutArguments"}},
        "formatters": {
            "structlog": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": _shared_processors(),
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_renderers(json=json)],
            },
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "structlog"}},
        "root": {"handlers": ["stderr"], "level": "INFO"},
        "loggers": {
            # Replaces Django's own, which would mail errors to ADMINS.
            "django": {"level": "INFO"},
            # Each task received and done, every ten seconds: of no use.
            "celery": {"level": "WARNING"},
            # Warns that the file-system broker has no host name.
            "kombu.connection": {"level": "ERROR"},
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
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]


def _renderers(*, json: bool) -> list[Processor]:
    if json:
        return [structlog.processors.ExceptionRenderer(describe_exception), structlog.processors.JSONRenderer()]
    return [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]


def describe_exception(exc_info: ExceptionInfo) -> str:
    """Return where an exception and its causes came from and their types, without their messages.

    A message may hold what nobody should read in a log: PostgreSQL's quote whole rows, hands and roles among them.
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
