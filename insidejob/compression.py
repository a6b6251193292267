"""Pads pages, and compresses those that do not mix others' text with a secret.

Otherwise the length would tell whether they match (the BREACH attack). Streams are not padded: they hold only finished
games.
"""

from gzip import FNAME

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from games.models import Player
from insidejob.padding import COMPRESSED, PLAIN, settle_tokens

MARK = "is_kept_plain"
SEAT = "padded_for"
HEADER = 10
"""Bytes before the file name in gzip output."""


def keep_plain(response: HttpResponse) -> HttpResponse:
    setattr(response, MARK, True)
    return response


def pad_for(response: HttpResponse, player: Player, part: str = "table") -> HttpResponse:
    """Mark a response, HTML or JSON, with one seat's secrets.

    A `part` that does not show the role needs another name: a known length must not reveal the extra of parts that do.
    """
    setattr(response, SEAT, f"{player.pk}/{part}")
    return response


def pad_alone(response: HttpResponse) -> HttpResponse:
    """Mark a response without a seat's secrets that is not HTML."""
    setattr(response, SEAT, "")
    return response


class Compression(GZipMiddleware):
    max_random_bytes = 0

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not isinstance(response, HttpResponse) or not response.content or response.has_header("Content-Encoding"):
            return super().process_response(request, response)
        response.content, said = settle_tokens(request, response.content)
        if not hasattr(response, MARK):
            super().process_response(request, response)
        pad(response, said)
        return response


def pad(response: HttpResponse, said: bytes) -> None:
    """Leave other formats than gzip and HTML unpadded, unless they are marked."""
    body, seat = response.content, getattr(response, SEAT, "")
    if response.get("Content-Encoding") == "gzip":
        # In the file name, like Django's `compress_string`. It ends with a zero byte.
        length = COMPRESSED.choose_length(len(body) + 1, said, seat)
        name = b"a" * (length - len(body) - 1) + b"\0"
        response.content = body[:3] + bytes([FNAME]) + body[4:HEADER] + name + body[HEADER:]
    elif hasattr(response, SEAT) or response.get("Content-Type", "").startswith("text/html"):
        response.content = body.ljust(PLAIN.choose_length(len(body), said, seat))
    if response.has_header("Content-Length"):
        response["Content-Length"] = str(len(response.content))
