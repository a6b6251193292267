"""Pages are compressed, but for those that hold other players' words beside a secret.

Who chooses words that stand beside a secret could learn from the length of what is sent whether they agree with it
(the BREACH attack); so such pages are sent as they are. Others are padded at random by Django's middleware.
"""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

MARK = "is_kept_plain"


def keep_plain(response: HttpResponse) -> HttpResponse:
    """Mark a response, and return it, that must not be compressed."""
    setattr(response, MARK, True)
    return response


class Compression(GZipMiddleware):
    """Compresses all responses but those that are marked."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        return response if hasattr(response, MARK) else super().process_response(request, response)
