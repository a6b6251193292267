"""What every answer says about itself, static files and errors included."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

GetResponse = Callable[[HttpRequest], HttpResponseBase]

UNUSED = (
    "accelerometer", "camera", "display-capture", "encrypted-media", "geolocation", "gyroscope", "magnetometer",
    "microphone", "midi", "payment", "picture-in-picture", "screen-wake-lock", "usb", "xr-spatial-tracking",
)  # fmt: skip
"""What browsers offer to pages and ours have no use for."""
USED = ("clipboard-write", "publickey-credentials-create", "publickey-credentials-get")
"""The link of a table is copied by a button; passkeys are made and shown."""
HEADERS = {
    "Permissions-Policy": ", ".join([*(f"{name}=()" for name in UNUSED), *(f"{name}=(self)" for name in USED)]),
    "Cross-Origin-Resource-Policy": "same-origin",
}
PUBLIC_PAGES = frozenset(
    {"games:home", "games:rules", "games:rules_of", "robots", "security_txt", "privacy", "terms", "imprint"}
)
"""What search engines may list. An invitation is for those who were sent its link, all else for one person."""


def guarded(get_response: GetResponse) -> GetResponse:
    """Put the same guards on every answer, and keep all but the public pages out of search engines."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        for name, value in HEADERS.items():
            response.headers[name] = value
        if not is_public(request):
            response.headers["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return middleware


def is_public(request: HttpRequest) -> bool:
    """Return whether the request was for a static file or one of `PUBLIC_PAGES`."""
    match = request.resolver_match
    return request.path.startswith(settings.STATIC_URL) or (match is not None and match.view_name in PUBLIC_PAGES)
