"""Headers of every response, including static files and errors."""

from collections.abc import Callable

from csp.middleware import CSPMiddleware
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

GetResponse = Callable[[HttpRequest], HttpResponseBase]

UNUSED = ("camera", "geolocation", "microphone")
"""Browser features that watch or listen, which no page needs. The list comes with every page, so it is short."""
PERMISSIONS = ", ".join(f"{name}=()" for name in UNUSED)
PUBLIC_PAGES = frozenset(
    {
        "games:home",
        "games:case_of_the_day",
        "games:rules",
        "games:rules_of",
        "robots",
        "security_txt",
        "privacy",
        "terms",
        "imprint",
    }
)
"""The pages that search engines may list. Invitations are for those with the link, other pages for one user."""


OF_DOCUMENTS = ("Cross-Origin-Opener-Policy", "Referrer-Policy", "X-Frame-Options")
"""Headers that browsers read of documents only. They would be a tenth of a page with all its files, or of an answer."""


EMPTY = (204, 304)
"""Statuses of answers without a body, such as *nothing new* to a poll."""


class ContentPolicy(CSPMiddleware):
    """django-csp's middleware, without a policy for what is never shown as a page.

    That is an answer without a body, and one that a script fetched and no cache keeps. The policy is a tenth of the
    answer to a move, and to build it is 7 % of a poll.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        is_kept_nowhere = "no-store" in response.headers.get("Cache-Control", "")
        is_never_shown = response.status_code in EMPTY or (_is_fetched(request) and is_kept_nowhere)
        return response if is_never_shown else super().process_response(request, response)


def guarded(get_response: GetResponse) -> GetResponse:
    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        is_static, by_script = _is_file(request), _is_fetched(request)
        unread = list(OF_DOCUMENTS) if is_static or by_script else []
        if is_static and "immutable" in response.headers.get("Cache-Control", ""):
            # Its name changes with its content, so it is not asked for again. It is the same for all, and no secret.
            unread += ["ETag", "Last-Modified", "Cross-Origin-Resource-Policy"]
        for name in unread:
            response.headers.pop(name, None)
        if not unread:
            response.headers["Permissions-Policy"] = PERMISSIONS
        if not by_script and not _is_public(request):
            response.headers["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return middleware


def _is_fetched(request: HttpRequest) -> bool:
    """Whether a script asked, as the browser says: what it gets then is no document."""
    return request.headers.get("Sec-Fetch-Dest") == "empty"


def _is_public(request: HttpRequest) -> bool:
    match = request.resolver_match
    return _is_file(request) or (match is not None and match.view_name in PUBLIC_PAGES)


def _is_file(request: HttpRequest) -> bool:
    return request.path.startswith(settings.STATIC_URL)
