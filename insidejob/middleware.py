"""Refuses malformed requests, and answers HEAD without a body."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, QueryDict, StreamingHttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.http.response import HttpResponseBase
from django.utils.http import parse_header_parameters

CHARSETS = ("utf-8", "utf8")
NUL = "\0"
UNKNOWN_TYPE = "insidejob.unknown_type"
UNREADABLE = (BadRequest, MultiPartParserError, SuspiciousOperation, UnreadablePostError, ValueError)
"""The errors that parsing a request raises; an invalid length raises `ValueError`."""


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


def without_body(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Empty the answer to HEAD, because gunicorn would log a warning for each one with a body.

    The headers stay those of GET. This must be the outermost middleware, because others compress the body and count its
    bytes.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        is_head = request.method == "HEAD"
        response = get_response(request)
        if is_head and isinstance(response, HttpResponse):
            response.content = b""
        elif is_head and isinstance(response, StreamingHttpResponse):
            response.streaming_content = ()
        return response

    return middleware


class ReadableRequests:
    """Answers 400 to malformed forms, and to a NUL character in path, query or form.

    PostgreSQL cannot store NUL. A malformed form fails at any access, even on the error page. So it is parsed first,
    and refused once the language is known.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.is_readable = _is_readable(request)  # type: ignore[attr-defined]
        if not request.is_readable:  # type: ignore[attr-defined]
            request.POST = QueryDict()
        # The error page needs a session, too.
        request.COOKIES = {name: value for name, value in request.COOKIES.items() if NUL not in value}
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: Any) -> None:
        """Refuse an unreadable request. An unknown URL has no view, so it stays a 404."""
        if not request.is_readable:  # type: ignore[attr-defined]
            raise BadRequest


def _is_readable(request: HttpRequest) -> bool:
    if NUL in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
        return False
    if request.method != "POST":
        return True
    try:
        is_whole = len(request.body) == int(request.META.get("CONTENT_LENGTH") or 0)
        has_nul = any(NUL in text for name, values in request.POST.lists() for text in (name, *values))
    except UNREADABLE:
        return False
    return is_whole and not has_nul and UNKNOWN_TYPE not in request.META
