"""Refuses malformed forms."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, QueryDict, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.utils.http import parse_header_parameters

CHARSETS = ("utf-8", "utf8")
UNKNOWN_TYPE = "insidejob.unknown_type"
UNREADABLE = (BadRequest, MultiPartParserError, SuspiciousOperation, UnreadablePostError, ValueError)
"""Raised by parsing; `ValueError` by an invalid length."""


def forget_unknown_type(environ: dict[str, Any]) -> dict[str, Any]:
    """Remove a content type that is malformed or not UTF-8, and mark the request.

    Django would accept any charset of Python, and fails for many before the first middleware.
    """
    try:
        _, parameters = parse_header_parameters(environ.get("CONTENT_TYPE", ""))
        is_known = parameters.get("charset", CHARSETS[0]).lower() in CHARSETS
    except (ValueError, LookupError):
        is_known = False
    return environ if is_known else {**environ, "CONTENT_TYPE": "", UNKNOWN_TYPE: True}


class ReadableForms:
    """Answers 400 to malformed forms.

    Otherwise any access to the form fails, even in the error page. So it parses first, and refuses when the language is
    known.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.is_readable = is_readable(request)  # type: ignore[attr-defined]
        if not request.is_readable:  # type: ignore[attr-defined]
            request.POST = QueryDict()
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: Any) -> None:
        """Unknown URLs stay a 404."""
        if not request.is_readable:  # type: ignore[attr-defined]
            raise BadRequest


def is_readable(request: HttpRequest) -> bool:
    if request.method != "POST":
        return True
    try:
        is_whole = len(request.body) == int(request.META.get("CONTENT_LENGTH") or 0)
        request.POST  # noqa: B018
    except UNREADABLE:
        return False
    return is_whole and UNKNOWN_TYPE not in request.META
