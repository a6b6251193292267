"""The page shown when something went wrong: it leans on nothing that may have gone wrong."""

import pytest
from django.test import RequestFactory
from django.utils import translation
from django.views.defaults import server_error


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_needs_no_database_and_nothing_of_the_request_and_does_not_promise_that_the_last_step_was_kept(
    language: str,
) -> None:
    # pytest-django fails on any query, as this test does not ask for a database; and no middleware saw this request.
    with translation.override(language):
        answer = server_error(RequestFactory().get("/games/"))
    page = answer.content.decode()
    assert answer.status_code == 500
    assert f'<html lang="{language}">' in page
    assert 'href="/"' in page
    assert "your last step may not be" in page or language != "en"
    assert "lost" not in page
