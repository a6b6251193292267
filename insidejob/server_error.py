"""What is answered where a page fails: status 500, or 503 with what was sent where nothing can be stored now."""

import sys

from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template
from django.utils import translation
from django.views.defaults import server_error as tell_fault

from insidejob.languages import choose_language
from insidejob.storage_errors import is_refused, mark_refused

MAX_FIELDS, MAX_LENGTH = 100, 10_000
"""What is sent back to be sent again: no more fields, and no more characters in all."""


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer where something failed, at any depth: neither session nor person nor database is asked."""
    error = sys.exc_info()[1]
    return tell_refusal(request, error) if is_refused(error) else tell_fault(request)


def tell_refusal(request: HttpRequest, error: BaseException | None) -> HttpResponse:
    """Say that nothing can be stored now, and that nothing is lost; what was sent can be sent again."""
    if not hasattr(request, "LANGUAGE_CODE"):
        translation.activate(choose_language(request))
    if "HX-Request" in request.headers:
        response = HttpResponse(get_template("_not_stored.html").render())
        response["HX-Reswap"] = "none"
        return mark_refused(request, response, error)
    context = {"path": request.get_full_path(), "is_form": request.method == "POST", "fields": list_fields(request)}
    return mark_refused(request, HttpResponse(get_template("503.html").render(context)), error)


def list_fields(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the fields of the form that was sent; none of one with a password or a code, or if there are too many."""
    if request.method != "POST" or request.path.startswith("/accounts/"):
        return []
    fields = [(name, value) for name, values in request.POST.lists() for value in values if isinstance(value, str)]
    is_small = len(fields) <= MAX_FIELDS and sum(len(value) for _, value in fields) <= MAX_LENGTH
    return fields if is_small else []
