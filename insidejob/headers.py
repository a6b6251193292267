"""Headers of every response, including static files and errors."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

GetResponse = Callable[[HttpRequest], HttpResponseBase]

UNUSED = (
    "accelerometer", "camera", "display-capture", "encrypted-media", "geolocation", "gyroscope", "magnetometer",
    "microphone", "midi", "payment", "picture-in-picture", "screen-wake-lock", "usb", "xr-spatial-tracking",
)  # fmt: skip
"""Browser features that pages do not need."""
USED = ("clipboard-write", "publickey-credentials-create", "publickey-credentials-get")
"""For copying links, and passkeys."""
HEADERS = {
    "Permissions-Policy": ", ".join([*(f"{name}=()" for name in UNUSED), *(f"{name}=(self)" for name in USED)]),
    "Cross-Origin-Resource-Policy": "same-origin",
}
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
"""Invitations are for those with the link, other pages for one user."""


def guarded(get_response: GetResponse) -> GetResponse:
    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        for name, value in HEADERS.items():
            response.headers[name] = value
        if not is_public(request):
            response.headers["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return middleware


def is_public(request: HttpRequest) -> bool:
    match = request.resolver_match
    return request.path.startswith(settings.STATIC_URL) or (match is not None and match.view_name in PUBLIC_PAGES)
