"""What the logs leave out."""

import io
import json
import logging
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.services import deadlines
from tests.builders_people import make_person
from tests.games.builders import start_table
from tests.logs import read_log


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What production writes to its log."""
    with read_log() as stream:
        yield stream


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


@pytest.mark.django_db
def test_a_game_that_cannot_go_on_is_logged_by_its_code_and_without_its_cards(log: io.StringIO) -> None:
    game = start_table(*(make_person() for _ in range(3)))
    game.deal.hands.update(content={"secret": "B7"})
    deadlines.close_expired(timezone.now() + timedelta(days=8))
    entry = next(entry for entry in map(json.loads, log.getvalue().splitlines()) if entry["level"] == "error")
    assert entry["game"] == game.code
    assert "try_to_close" in entry["exception"]
    assert "B7" not in log.getvalue()


def test_a_failed_task_is_logged_without_its_arguments(log: io.StringIO) -> None:
    from insidejob.celery import app

    @app.task(name="tests.fail")
    def fail(secret: str) -> None:
        raise RuntimeError(secret)

    fail.apply(args=("B7 is the insider’s",))
    assert "Task tests.fail failed" in log.getvalue()
    assert "B7" not in log.getvalue()


@pytest.mark.parametrize(
    "path",
    [
        "/mail/stop/1:turn:x:SeCrEt-0_9/",
        "/accounts/password/reset/key/3f-SeCrEt-0_9/",
        "/accounts/password/reset/key/3f-SeCrEt-0_9",
        "/mail/stop/SeCrEt",
        "/mail/turn/SeCrEt:x-0_9/",
        "/g/k7mq2wd9ax/from/SeCrEt:x/",
        "/g/k7mq2wd9ax/seat/SeCrEt_x/",
        "/feed/SeCrEt-0_9/waiting.atom",
    ],
)
def test_a_token_in_a_path_is_left_out(log: io.StringIO, path: str) -> None:
    logging.getLogger("django.request").warning("Not Found: %s", path)
    logging.getLogger("gunicorn.error").error(f"Error handling request {path}?next=/g/abc/")
    assert "SeCrEt" not in log.getvalue()
    first, second = map(json.loads, log.getvalue().splitlines())
    assert first["event"].startswith("Not Found: /")
    assert second["event"].endswith("next=/g/abc/")


@pytest.mark.django_db
def test_a_token_that_is_refused_does_not_reach_the_log(log: io.StringIO) -> None:
    for path in ("/mail/stop/SeCrEt:1/", "/accounts/password/reset/key/1-SeCrEt/x/", "/mail/turn/SeCrEt:x/"):
        Client().get(path)
    assert "Not Found" in log.getvalue()
    assert "SeCrEt" not in log.getvalue()
