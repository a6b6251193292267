"""The page shown when something went wrong: it leans on nothing that may have gone wrong."""

import pytest
from django.http import HttpRequest
from django.test import RequestFactory
from django.utils import translation
from django.views.defaults import server_error


@pytest.fixture
def request_alone() -> HttpRequest:
    """A request as no middleware has seen it: no person, no session, no messages."""
    return RequestFactory().get("/games/")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_needs_no_database_and_nothing_of_the_request(request_alone: HttpRequest, language: str) -> None:
    # pytest-django fails on any query, as this test does not ask for a database.
    with translation.override(language):
        answer = server_error(request_alone)
    page = answer.content.decode()
    assert answer.status_code == 500
    assert f'<html lang="{language}">' in page
    assert 'href="/"' in page


def test_it_does_not_promise_that_the_last_step_was_kept(request_alone: HttpRequest) -> None:
    with translation.override("en"):
        page = server_error(request_alone).content.decode()
    assert "your last step may not be" in page
    assert "lost" not in page
