"""What every answer says about itself, and the files that are asked of every site."""

import re
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from pytest_django import Settings

from games.notifications.preferences import make_stop_token
from insidejob import headers
from tests.builders_people import make_person
from tests.tables.builders import open_table, start_table
from tests.tables.pages.browser import sign_in, text_of

PUBLIC = ["/", "/case/", "/rules/", "/rules/insidejob/", "/static/css/site.css", "/robots.txt"]
FEATURE = re.compile(r"[a-z-]+=\((self)?\)")


def get(client: Client, path: str) -> Any:
    """Return the answer, with the file that it may read closed."""
    with closing(client.get(path)) as answer:
        return answer


@pytest.mark.django_db
@pytest.mark.parametrize("path", [*PUBLIC, "/nowhere/", "/accounts/login/", "/games/", "/health/", "/static/none.css"])
def test_every_answer_is_guarded(client: Client, path: str) -> None:
    answer = get(client, path)
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
    features = answer.get("Permissions-Policy", "").split(", ")
    if path.startswith("/static/"):
        assert features == [""], "browsers read it of documents only"
    else:
        assert all(map(FEATURE.fullmatch, features))
        assert {"camera=()", "geolocation=()", "microphone=()"} <= set(features)
    assert "Access-Control-Allow-Origin" not in answer


@pytest.mark.django_db
def test_only_documents_carry_what_browsers_read_of_documents(client: Client) -> None:
    names = {*headers.OF_DOCUMENTS, "Permissions-Policy"}
    document = client.get("/rules/", headers={"Sec-Fetch-Dest": "document"})
    assert all(name in document for name in names)
    answer = client.get("/rules/", headers={"Sec-Fetch-Dest": "empty"})
    assert "Content-Security-Policy" in answer
    assert not any(name in answer for name in names)


@pytest.mark.parametrize(("status", "is_expected"), [(200, True), (302, True), (404, True), (204, False), (304, False)])
def test_answers_with_a_body_have_a_policy(status: int, is_expected: bool) -> None:
    answer: Any = headers.ContentPolicy(lambda _: HttpResponse(status=status))(RequestFactory().get("/"))
    assert ("Content-Security-Policy" in answer) == is_expected


@pytest.mark.parametrize(("asked_by", "kept"), [("document", "no-store, private"), ("empty", "private, no-cache")])
def test_what_may_become_a_page_has_a_policy(asked_by: str, kept: str) -> None:
    assert "Content-Security-Policy" in answer_of(asked_by, kept)
    assert "Content-Security-Policy" not in answer_of("empty", "no-store, private"), "no script shows it as a page"


def answer_of(asked_by: str, kept: str) -> Any:
    request = RequestFactory().get("/", headers={"Sec-Fetch-Dest": asked_by})
    return headers.ContentPolicy(lambda _: HttpResponse(headers={"Cache-Control": kept}))(request)


def test_files_that_never_change_carry_no_dates_and_may_be_read_by_all() -> None:
    def serve(_: HttpRequest) -> HttpResponse:
        lasting = {"Cache-Control": f"max-age=9, public{', immutable' if is_immutable else ''}"}
        return HttpResponse(headers={"ETag": '"1"', "Last-Modified": "Sat, 28 Nov 2026 05:03:25 GMT", **lasting})

    for is_immutable in (False, True):
        answer = headers.guarded(serve)(RequestFactory().get("/static/css/site.css"))
        for name in ("ETag", "Last-Modified", "Cross-Origin-Resource-Policy"):
            assert (name in answer) == (not is_immutable)


def test_a_redirect_to_https_is_guarded_too(client: Client, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    answer = client.get("/")
    assert answer.status_code == 301
    assert answer["Permissions-Policy"] == headers.PERMISSIONS
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin"


@pytest.mark.django_db
@pytest.mark.parametrize("path", PUBLIC)
def test_public_pages_may_be_found(client: Client, path: str) -> None:
    assert "X-Robots-Tag" not in get(client, path)


@pytest.mark.django_db
def test_nothing_else_may_be_found() -> None:
    ada = make_person()
    open_, running = open_table(ada, seats=4), start_table(ada, bots=2)
    stop = f"/mail/stop/{make_stop_token(ada, 'turn')}/"
    tables = (f"/g/{open_.code}/", f"/g/{running.code}/")
    for client in (Client(), sign_in(ada)):
        for path in (*tables, f"/people/{ada.code}/", "/accounts/login/", stop, "/x/"):
            assert "noindex" in client.get(path)["X-Robots-Tag"], path


def test_robots_are_let_in_to_read_what_they_may_not_list(client: Client) -> None:
    answer = client.get("/robots.txt")
    assert answer["Content-Type"].startswith("text/plain")
    assert [line for line in text_of(answer).splitlines() if not line.startswith("#")] == ["User-agent: *", "Disallow:"]


@pytest.mark.parametrize("shown", ["mailto:security@example.org", "https://example.org/report"])
def test_one_who_finds_a_hole_is_told_where_to_report_it(client: Client, settings: Settings, shown: str) -> None:
    settings.SECURITY_CONTACT, settings.SITE_ADDRESS = shown.removeprefix("mailto:"), "https://insidejob.example"
    answer = client.get("/.well-known/security.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in text_of(answer).splitlines())
    assert fields["Contact"] == shown
    assert fields["Canonical"] == "https://insidejob.example/.well-known/security.txt"
    expires = datetime.strptime(fields["Expires"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    assert timedelta(days=30) < expires - datetime.now(UTC) < timedelta(days=365)
