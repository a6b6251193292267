"""What the logs leave out."""

import io
import json
import logging
import logging.config
from collections.abc import Iterator

import pytest

from insidejob.logs import logging_settings


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What production writes to its log."""
    stream = io.StringIO()
    logging.config.dictConfig(logging_settings(json=True))
    handler = logging.getLogger().handlers[0]
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(stream)
    yield stream
    logging.getLogger().removeHandler(handler)


def fail_with_a_secret() -> None:
    role = "insider"
    try:
        raise KeyError(role)
    except KeyError as error:
        raise ValueError(f"DETAIL: failing row contains ({role})") from error


def test_an_exception_is_logged_with_place_and_type_but_without_its_message(log: io.StringIO) -> None:
    try:
        fail_with_a_secret()
    except ValueError:
        logging.getLogger("games").exception("A move failed")
    entry = json.loads(log.getvalue())
    assert entry["event"] == "A move failed"
    assert "fail_with_a_secret" in entry["exception"]
    assert "KeyError" in entry["exception"]
    assert "ValueError" in entry["exception"]
    assert "(insider)" not in log.getvalue()
    assert "'insider'" not in entry["exception"].replace('role = "insider"', "")


def test_a_failed_task_is_logged_without_its_arguments(log: io.StringIO) -> None:
    from insidejob.celery import app

    @app.task(name="tests.fail")
    def fail(secret: str) -> None:
        raise RuntimeError(secret)

    fail.apply(args=("B7 is the insider’s",))
    assert "Task tests.fail failed" in log.getvalue()
    assert "B7" not in log.getvalue()
