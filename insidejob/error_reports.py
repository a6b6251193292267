"""Reports errors to Sentry: their type, place and view, but no values.

A report is built field by field. Sentry's integrations are off, because they collect local variables, forms and SQL.
"""

import atexit
import linecache
import logging
import sys
import traceback
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from types import TracebackType
from typing import Any

from django.conf import settings
from sentry_sdk import Client
from sentry_sdk.transport import Transport

from insidejob import __version__

OURS = ("accounts", "games", "insidejob")
FIELDS = ("event_id", "timestamp", "platform", "release", "sdk", "level", "logger", "transaction")
FRAME_FIELDS = ("filename", "module", "function", "lineno", "context_line", "in_app")


class Reporter(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        """Send a report. Failures are ignored, because the log has the error."""
        error = (record.exc_info or sys.exc_info())[1]
        if error is not None:
            with suppress(Exception):
                _get_client().capture_event(_write_report(record, error))


@lru_cache
def _get_client() -> Client:
    """Return the client, which sends in a background thread."""
    client = _make_client(settings.SENTRY_DSN)
    atexit.register(client.close, timeout=2.0)
    return client


def _make_client(address: str, transport: Transport | None = None) -> Client:
    """Make a client with all automatic collection turned off. Raise `BadDsn`."""
    return Client(
        address,
        transport=transport,
        release=__version__,
        before_send=_keep_known_fields,
        default_integrations=False,
        auto_enabling_integrations=False,
        auto_session_tracking=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        send_client_reports=False,
        enable_metrics=False,
    )


def _write_report(record: logging.LogRecord, error: BaseException) -> Any:
    """Return a report with the first cause first, and without messages."""
    match = getattr(getattr(record, "request", None), "resolver_match", None)
    return {
        "level": "error",
        "logger": record.name,
        "transaction": match.view_name if match else "",
        "exception": {"values": [_write_error(part) for part in reversed(list(_walk_causes(error)))]},
    }


def _walk_causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _write_error(error: BaseException) -> dict[str, Any]:
    """Describe an error without its message, which may quote a database row."""
    kind = type(error)
    frames = list(_list_frames(error.__traceback__))
    return {"type": kind.__qualname__, "module": kind.__module__, "stacktrace": {"frames": frames}}


def _list_frames(trace: TracebackType | None) -> Iterator[dict[str, Any]]:
    for frame, line in traceback.walk_tb(trace):
        code, module = frame.f_code, str(frame.f_globals.get("__name__", ""))
        yield {
            "filename": code.co_filename,
            "module": module,
            "function": code.co_qualname,
            "lineno": line,
            "context_line": linecache.getline(code.co_filename, line).strip(),
            "in_app": module.partition(".")[0] in OURS,
        }


def _keep_known_fields(event: Any, hint: Any) -> Any:
    errors = event.get("exception", {}).get("values", [])
    kept = {name: event[name] for name in FIELDS if name in event}
    return {**kept, "exception": {"values": [_keep_error(error) for error in errors]}}


def _keep_error(error: Any) -> dict[str, Any]:
    frames = error.get("stacktrace", {}).get("frames", [])
    kept = [{name: frame[name] for name in FRAME_FIELDS if name in frame} for frame in frames]
    return {"type": error.get("type"), "module": error.get("module"), "stacktrace": {"frames": kept}}
