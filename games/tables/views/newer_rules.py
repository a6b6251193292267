"""Shows a page for tables whose rules are newer than this release, or whose title it does not have."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django_htmx.http import HttpResponseClientRefresh

from games.rules.engine.errors import UnknownRules


class NewerRules:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, UnknownRules):
            return None
        if request.htmx:  # type: ignore[attr-defined]
            return HttpResponseClientRefresh()
        context = {"has_title": exception.has_title}
        response = render(request, "games/tables/newer_rules.html", context, status=409)
        add_never_cache_headers(response)
        return response
