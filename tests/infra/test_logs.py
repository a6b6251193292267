"""What the logs leave out."""

import io
import json
import logging
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from kombu.exceptions import OperationalError
from redis.exceptions import OutOfMemoryError

from accounts.models import Scope
from accounts.tokens.services import make_token
from games.tables.services import deadlines
from tests.builders_people import make_person
from tests.logs import read_log
from tests.tables.builders import start_table
from tests.tables.pages.browser import sign_in
from tests.tables.pages.fuzz import list_routes

ROOT = Path(__file__).parents[2]
NO_SECRETS = {"code", "name", "step", "pk", "uidb36", "title", "weekly", "month", "number"}
"""Parts of addresses that a log may hold: what a table, a person, a title, a page, a season or a number is called."""


@pytest.fixture
def log() -> Iterator[io.StringIO]:
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
    assert all(words in entry["exception"] for words in ("fail_with_a_secret", "KeyError", "ValueError"))
    assert "(insider)" not in log.getvalue()
    assert "'insider'" not in entry["exception"].replace('role = "insider"', "")


@pytest.mark.django_db
def test_a_game_that_cannot_go_on_is_logged_by_its_code_and_without_its_cards(log: io.StringIO) -> None:
    game = start_table(*(make_person() for _ in range(3)))
    game.deal.hands.update(content={"secret": "B7"})
    deadlines._close_expired(timezone.now() + timedelta(days=8))
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
        "/watch/SeCrEt/",
        "/watch/SeCrEt/news/",
        "/feed/SeCrEt-0_9/waiting.atom",
        "/circles/join/SeCrEt/",
        "/circles/join/SeCrEt).",
        "/circles/SeCrEt/report/",
        "/accounts/login/?next=%2Fcircles%2Fjoin%2FSeCrEt%2F",
        "/accounts/login/?next=/g/k7mq2wd9ax/seat/SeCrEt/",
        "/g/k7mq2wd9ax/?i=SeCrEt",
        "/api/1/games/k7mq2wd9ax?key=SeCrEt",
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


@pytest.mark.django_db
def test_a_token_of_the_api_does_not_reach_the_log_wherever_it_stands(log: io.StringIO) -> None:
    secret = make_token(make_person(), name="Example", scopes=Scope.values)
    assert secret
    for path in (f"/api/1/{secret}/me", f"/api/1/{secret}", f"/nowhere/{secret}", f"/api/1/games/{quote(secret)}/x"):
        assert Client().get(path).status_code in (401, 404)
    Client().get(f"/nowhere/?next=/api/1/{secret.replace('_', '%5F')}/")
    assert log.getvalue().count("Not Found") >= 4
    assert log.getvalue().count(r"ij_\u2026") >= 4
    assert secret[5:15] not in log.getvalue()


def test_every_part_of_an_address_that_is_a_secret_is_masked(log: io.StringIO) -> None:
    routes = [re.sub(r"\(\?P(<\w+>)[^)]*\)", r"\1", route) for route in list_routes()]
    secret = {route: re.findall(r"<(?:\w+:)?(\w+)>", route) for route in routes}
    secret = {route: names for route, names in secret.items() if not NO_SECRETS.issuperset(names)}
    assert len(secret) >= 7
    for route, names in secret.items():
        path = "/" + route
        for name in names:
            path = re.sub(rf"<(\w+:)?{name}>", "open" if name in NO_SECRETS else "SeCrEt", path)
        logging.getLogger("django.request").warning("Not Found: %s", path)
        assert "…" in json.loads(log.getvalue().splitlines()[-1])["event"], route
    assert "SeCrEt" not in log.getvalue()


@pytest.mark.django_db
def test_a_head_request_and_a_refused_method_write_nothing(log: io.StringIO) -> None:
    client, nowhere = sign_in(make_person()), "/nowhere/"
    for path in (nowhere, reverse("games:table", args=["aaaaaaaaaa"]), reverse("accounts:language"), "/desk/"):
        assert client.head(path).status_code in {403, 404, 405}
        assert client.head(path, headers={"host": "elsewhere.example"}).status_code == 400
    assert client.get(reverse("accounts:language")).status_code == 405
    assert client.put("/").status_code == 405
    assert log.getvalue() == ""
    client.get(nowhere)
    assert "Not Found: /nowhere/" in log.getvalue()


@pytest.mark.django_db
def test_a_host_that_is_not_ours_is_no_error_and_is_not_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[str] = []
    monkeypatch.setattr("insidejob.error_reports.Reporter.emit", lambda self, record: reported.append(record.name))
    for method in ("get", "head"):
        with read_log(reports=True) as log:
            assert getattr(Client(), method)("/", headers={"host": "elsewhere.example"}).status_code == 400
            entries = [json.loads(line) for line in log.getvalue().splitlines()]
        assert [(entry["level"], entry["event"]) for entry in entries] == (
            [("warning", "Bad Request (DisallowedHost): /")] if method == "get" else []
        )
    assert reported == []
    with read_log(reports=True):
        logging.getLogger("django.request").error("Internal Server Error", extra={"status_code": 500})
    assert reported == ["django.request"]


def test_a_queue_that_takes_no_message_is_told_once_a_minute(log: io.StringIO) -> None:
    """As beat and workers meet it: the error of Redis, wrapped or as it is, with pages of traceback."""

    def fail(error: Exception) -> None:
        try:
            raise OutOfMemoryError("command not allowed when used memory > 'maxmemory'.")
        except OutOfMemoryError as cause:
            raise error from cause

    for name, error in (("celery.beat", OperationalError("no")), ("kombu.asynchronous.hub", RuntimeError())) * 5:
        try:
            fail(error)
        except Exception as caught:
            logging.getLogger(name).error("Message Error: %s\n%s", caught, ["x" * 2000], exc_info=True)
    [line] = log.getvalue().splitlines()
    assert json.loads(line)["event"] == "The queue takes no message (OutOfMemoryError)"
    assert len(line) < 250


def list_events(*rooms: str) -> set[str]:
    """Return the events of the warnings and errors in the code."""
    written = re.compile(r'\blog\.(?:warning|error|exception)\(\s*"([^"]+)"')
    paths = (path for room in rooms for path in (ROOT / room).rglob("*.py") if "tests" not in path.parts)
    return {event for path in paths for event in written.findall(path.read_text("utf-8"))}


def test_operators_read_what_each_warning_and_error_means() -> None:
    table = (ROOT / "docs/operations.md").read_text("utf-8").partition("### Lines of the log")[2].partition("###")[0]
    events = list_events("accounts", "games", "insidejob")
    assert "clock in doubt" in events
    assert [event for event in sorted(events) if f"`{event}`" not in table] == []
