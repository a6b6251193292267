"""What is looked at before anything else of a request: whether the form it carries can be read."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, QueryDict, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.utils.http import parse_header_parameters

CHARSETS = ("utf-8", "utf8")
UNKNOWN_TYPE = "insidejob.unknown_type"
UNREADABLE = (BadRequest, MultiPartParserError, SuspiciousOperation, UnreadablePostError, ValueError)
"""What reading a form raises; a `ValueError` comes of a length that is no number."""


def forget_unknown_type(environ: dict[str, Any]) -> dict[str, Any]:
    """Return a WSGI environment without its content type, and marked, if that cannot be read or is not in UTF-8.

    Addresses and forms of this site are UTF-8. Django would read both in any character set that Python knows, and fails
    for many before the first middleware is asked.
    """
    try:
        _, parameters = parse_header_parameters(environ.get("CONTENT_TYPE", ""))
        is_known = parameters.get("charset", CHARSETS[0]).lower() in CHARSETS
    except (ValueError, LookupError):
        is_known = False
    return environ if is_known else {**environ, "CONTENT_TYPE": "", UNKNOWN_TYPE: True}


class ReadableForms:
    """Refuses a form that cannot be read with status 400, in the visitor's language, before any view sees it.

    Unread until then, it would fail wherever something looks at it first: in an error page too, which then cannot be
    shown. So this stands before all other middleware; it refuses once they have chosen the language.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.is_readable = is_readable(request)  # type: ignore[attr-defined]
        if not request.is_readable:  # type: ignore[attr-defined]
            request.POST = QueryDict()
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: Any) -> None:
        """Raise `BadRequest` if the form could not be read. An address that does not exist stays a 404."""
        if not request.is_readable:  # type: ignore[attr-defined]
            raise BadRequest


def is_readable(request: HttpRequest) -> bool:
    """Read the form of a POST, and return whether it is whole and well formed. No other request has one."""
    if request.method != "POST":
        return True
    try:
        is_whole = len(request.body) == int(request.META.get("CONTENT_LENGTH") or 0)
        request.POST  # noqa: B018
    except UNREADABLE:
        return False
    return is_whole and UNKNOWN_TYPE not in request.META
