"""Pages are compressed, but for those that hold other players' words beside a secret, and all are padded.

Who chooses words that stand beside a secret could learn from the length of what is sent whether they agree with it
(the BREACH attack); so such pages are sent as they are. `insidejob.padding` says how long answers become.

Streams get no padding. They hold finished games alone, and nobody but their reader can have them sent.
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
"""So many bytes come before the name of the file in what gzip writes."""


def keep_plain(response: HttpResponse) -> HttpResponse:
    """Mark a response, and return it, that must not be compressed."""
    setattr(response, MARK, True)
    return response


def pad_for(response: HttpResponse, player: Player, part: str = "table") -> HttpResponse:
    """Mark a response, and return it, that shows what only one seat may know.

    A `part` that does not show the role needs a name of its own: what others know of its length must not tell the extra
    of those that do.
    """
    setattr(response, SEAT, f"{player.pk}/{part}")
    return response


class Compression(GZipMiddleware):
    """Compresses all responses but those that are marked, and pads them."""

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
    """Bring a response to its length. One that is neither compressed nor a page stays as it is."""
    body, seat = response.content, getattr(response, SEAT, "")
    if response.get("Content-Encoding") == "gzip":
        # With a name of a file, as `django.utils.text.compress_string` hides lengths; it ends with a zero byte.
        length = COMPRESSED.choose_length(len(body) + 1, said, seat)
        name = b"a" * (length - len(body) - 1) + b"\0"
        response.content = body[:3] + bytes([FNAME]) + body[4:HEADER] + name + body[HEADER:]
    elif response.get("Content-Type", "").startswith("text/html"):
        response.content = body.ljust(PLAIN.choose_length(len(body), said, seat))
    if response.has_header("Content-Length"):
        response["Content-Length"] = str(len(response.content))
