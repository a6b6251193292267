"""Tables whose rules this code does not know, as after a step back to an older release: a page that says so."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django_htmx.http import HttpResponseClientRefresh

from games.rules.engine.errors import UnknownRules


class NewerRules:
    """Answers with status 409 wherever a view meets a game whose rules this code does not know."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Show the page, or let HTMX load it in the place of the table that is on the screen."""
        if not isinstance(exception, UnknownRules):
            return None
        if request.htmx:  # type: ignore[attr-defined]
            return HttpResponseClientRefresh()
        response = render(request, "games/tables/newer_rules.html", status=409)
        add_never_cache_headers(response)
        return response
