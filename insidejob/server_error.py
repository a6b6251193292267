"""Error pages. If nothing can be stored, the page gives the submitted form back."""

import sys

from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template
from django.utils import translation
from django.views.defaults import server_error as tell_fault

from insidejob.languages import choose_language
from insidejob.storage_errors import is_refused, mark_refused

MAX_FIELDS, MAX_LENGTH = 100, 10_000
"""The most fields, and the longest value, that the page gives back."""


def server_error(request: HttpRequest) -> HttpResponse:
    """Show the error page without session, user or database, because one of these may have failed."""
    error = sys.exc_info()[1]
    return _tell_refusal(request, error) if is_refused(error) else tell_fault(request)


def _tell_refusal(request: HttpRequest, error: BaseException | None) -> HttpResponse:
    """Say that nothing could be stored, and show the form again, so that nothing is lost."""
    if not hasattr(request, "LANGUAGE_CODE"):
        translation.activate(choose_language(request))
    if "HX-Request" in request.headers:
        response = HttpResponse(get_template("_not_stored.html").render())
        response["HX-Reswap"] = "none"
        return mark_refused(request, response, error)
    context = {"path": request.get_full_path(), "is_form": request.method == "POST", "fields": _list_fields(request)}
    return mark_refused(request, HttpResponse(get_template("503.html").render(context)), error)


def _list_fields(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the fields of the form that was sent.

    Return none for large forms, and for account forms, which hold passwords.
    """
    if request.method != "POST" or request.path.startswith("/accounts/"):
        return []
    fields = [(name, value) for name, values in request.POST.lists() for value in values if isinstance(value, str)]
    is_small = len(fields) <= MAX_FIELDS and sum(len(value) for _, value in fields) <= MAX_LENGTH
    return fields if is_small else []
