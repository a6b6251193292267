"""What is told of errors to Sentry: where they were raised, and nothing that stood in variables, forms or messages."""

import json
import logging
import logging.config
from collections.abc import Iterator
from traceback import walk_tb
from typing import Any
from unittest.mock import Mock

import pytest
import sentry_sdk
import structlog
from celery import shared_task
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from pytest_django import Settings
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from insidejob import error_reports, urls
from insidejob.logs import logging_settings
from tests.builders_people import make_person
from tests.infra.deployment import REPORTS_TO
from tests.tables.pages.browser import sign_in

SECRETS = {
    place: f"the-{place}-is-secret"
    for place in ("local", "message", "cause", "body", "query", "cookie", "agent", "extra", "value", "sql", "argument")
}


class Sink(Transport):
    def __init__(self) -> None:
        super().__init__()
        self.sent: list[str] = []

    def capture_envelope(self, envelope: Envelope) -> None:
        self.sent.append(envelope.serialize().decode())


class Witness(logging.Handler):
    """Remembers what there was to give away."""

    seen: str = ""

    def emit(self, record: logging.LogRecord) -> None:
        """Write down all that hangs on a record: what it says, who asked for what, and the variables of its error."""
        Witness.seen += f"{record.__dict__} {record.getMessage()}"
        if request := getattr(record, "request", None):
            Witness.seen += f"{request.body} {request.GET} {request.COOKIES} {request.META}"
        for error in error_reports._walk_causes((record.exc_info or (None, None))[1]):
            frames = walk_tb(error.__traceback__)
            Witness.seen += "".join([repr(error), *(repr(frame.f_locals) for frame, _ in frames)])


def fail(request: HttpRequest) -> HttpResponse:
    card = SECRETS["local"]
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s", [SECRETS["sql"]])
    sentry_sdk.add_breadcrumb(message=SECRETS["sql"])
    structlog.get_logger("tests").error("trouble", value=SECRETS["value"])
    logging.getLogger("tests").error(SECRETS["extra"], extra={"hand": SECRETS["extra"]})
    try:
        raise KeyError(SECRETS["cause"])
    except KeyError as error:
        raise ValueError(SECRETS["message"] + card) from error


@shared_task
def fail_at_work(argument: str) -> None:
    raise LookupError(argument)


@pytest.fixture
def sink(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[Sink]:
    """Let errors be reported as in production, into a list."""
    sink = Sink()
    client = error_reports._make_client(REPORTS_TO, sink)
    monkeypatch.setattr(error_reports, "_get_client", lambda: client)
    monkeypatch.setattr(Witness, "seen", "")
    settings.ROOT_URLCONF = (*urls.urlpatterns, path("fail/", fail, name="failing"))
    logging.config.dictConfig(logging_settings(json=True, reports=True))
    root = logging.getLogger()
    root.addHandler(Witness())
    yield sink
    for handler in list(root.handlers):
        root.removeHandler(handler)


@pytest.mark.django_db
def test_an_error_in_a_page_is_told_without_any_value(sink: Sink) -> None:
    person = make_person("Zoé Planquée")
    client = sign_in(person)
    client.raise_request_exception = False
    client.cookies["hint"] = SECRETS["cookie"]
    path, headers = f"/fail/?word={SECRETS['query']}", {"User-Agent": SECRETS["agent"]}
    assert client.post(path, {"card": SECRETS["body"]}, headers=headers).status_code == 500
    hidden = [secret for place, secret in SECRETS.items() if place not in ("argument", "sql")]
    assert not [secret for secret in hidden if secret not in Witness.seen]
    (report,) = sink.sent
    assert not [secret for secret in (*SECRETS.values(), "Planquée", person.email or "") if secret in report]
    assert all(word in report for word in ("KeyError", "ValueError", "test_error_reports", '"failing"'))


def test_an_error_of_a_task_is_told_without_its_arguments(sink: Sink) -> None:
    fail_at_work.apply(args=(SECRETS["argument"],))
    assert SECRETS["argument"] in Witness.seen
    (report,) = sink.sent
    assert "LookupError" in report
    assert SECRETS["argument"] not in report


def test_an_error_that_was_caught_and_logged_is_told(sink: Sink) -> None:
    try:
        raise LookupError(SECRETS["message"])
    except LookupError:
        structlog.get_logger("tests").exception("not closed", game=SECRETS["value"])
    (report,) = sink.sent
    assert "LookupError" in report
    assert not [secret for secret in SECRETS.values() if secret in report]


def test_a_line_without_an_error_stays_in_the_log(sink: Sink) -> None:
    structlog.get_logger("tests").error("trouble", value=SECRETS["value"])
    assert SECRETS["value"] in Witness.seen
    assert not sink.sent


def test_whatever_is_put_into_a_report_on_its_way_is_left_out() -> None:
    sink = Sink()
    secret = SECRETS["local"]
    frame = {"function": "act", "lineno": 3, "vars": {"hand": secret}, "pre_context": [secret]}
    error: dict[str, Any] = {"type": "ValueError", "value": secret, "stacktrace": {"frames": [frame]}}
    more = ("extra", "user", "request", "contexts", "tags", "breadcrumbs", "logentry", "threads", "server_name")
    event: Any = {"exception": {"values": [error]}, **{name: {"data": secret} for name in more}}
    error_reports._make_client(REPORTS_TO, sink).capture_event(event)
    (report,) = sink.sent
    assert secret not in report
    content = json.loads(report.splitlines()[-1])
    assert content["exception"]["values"][0]["stacktrace"]["frames"] == [{"function": "act", "lineno": 3}]


def test_a_reporter_that_fails_fails_nothing(sink: Sink, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(error_reports, "_get_client", Mock(side_effect=OSError))
    assert Client(raise_request_exception=False).post("/fail/").status_code == 500
    assert not sink.sent


def test_nothing_is_told_unless_it_is_asked_for() -> None:
    assert "reports" not in logging_settings(json=True)["root"]["handlers"]
