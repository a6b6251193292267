"""Pads pages, and compresses those that do not mix text of others with a secret.

If they did, the length of a compressed page would tell whether the two match (the BREACH attack). Words of the game
are taken out of the swapped parts of a page and sent after them, uncompressed. Streams are not padded, because they
contain only finished games.
"""

import re
import zlib
from gzip import FNAME

from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils.cache import patch_vary_headers

from insidejob.padding import COMPRESSED, PLAIN, settle_tokens

MARK = "is_kept_plain"
SEAT = "padded_for"
STEADY = "is_steady"
APART = "has_words_apart"
WORD = re.compile(rb'(<[a-z]+\s[^>]*\blang="[^>]*>)([^<]+)(?=</)')
"""A word of the game, with the tag that says its language."""
GAP, BREAK = "\ue000".encode(), "\ue001".encode()
"""What stands where a word was, and between the words; what stands before the words. In `table.js`, too."""
LEVEL = 9
"""How hard a seat's pages are compressed: by some 2 % more than at Django's level, in a tenth of a millisecond."""
WORDS_STEP = 128
"""The words of an answer are filled up to a multiple of so many bytes."""
MAX_STORED = 65_535
"""The bytes of a block of a deflated stream that is not compressed."""
HEADER = 10
"""The number of bytes before the file name in gzip output."""


def keep_plain(response: HttpResponse) -> HttpResponse:
    setattr(response, MARK, True)
    return response


def keep_words_apart(response: HttpResponse) -> HttpResponse:
    """Compress swapped parts of a page, but not the words of the game, which `table.js` puts back in their places."""
    setattr(response, APART, True)
    return response


def pad_for(response: HttpResponse, player: Model, part: str = "table") -> HttpResponse:
    """Mark a response, HTML or JSON, as containing the secrets of one seat.

    A `part` that does not show the role needs another name, because a part of known length must not reveal the extra
    bytes of parts that do.
    """
    setattr(response, SEAT, f"{player.pk}/{part}")
    return response


def pad_alone(response: HttpResponse) -> HttpResponse:
    """Mark a response that contains no seat's secrets and is not HTML, so that it is padded, too."""
    setattr(response, SEAT, "")
    return response


def keep_steady(response: HttpResponse) -> HttpResponse:
    """Mark a response whose content takes the same room with a secret and without it.

    Its padding does not depend on the content, which could otherwise tell the two apart.
    """
    setattr(response, STEADY, True)
    return response


class Compression(GZipMiddleware):
    max_random_bytes = 0

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not isinstance(response, HttpResponse) or not response.content or response.has_header("Content-Encoding"):
            return super().process_response(request, response)
        response.content, said = settle_tokens(request, response.content)
        if hasattr(response, APART) or (hasattr(response, SEAT) and not hasattr(response, MARK)):
            compress(request, response)
        elif not hasattr(response, MARK):
            super().process_response(request, response)
        _pad(response, said)
        return response


def compress(request: HttpRequest, response: HttpResponse) -> None:
    """Compress a response, but not its words if they are to stand apart: they follow in another block.

    Without gzip, or if the parts hold the signs of `GAP` or `BREAK` themselves, the response stays as it is.
    """
    patch_vary_headers(response, ("Accept-Encoding",))
    parts, words = response.content, b""
    if hasattr(response, APART):
        words = GAP.join(word for _, word in WORD.findall(parts))
        words += b" " * (-len(words) % WORDS_STEP)
        if GAP in parts or BREAK in parts or len(words) > MAX_STORED:
            return
        parts = WORD.sub(rb"\1" + GAP, parts) + BREAK
    if re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")):
        response.content = write_gzip(parts, words)
        response["Content-Encoding"] = "gzip"


def write_gzip(parts: bytes, words: bytes) -> bytes:
    """Return a gzip file of both. Only `parts` are compressed, as if there were no words."""
    deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    compressed = deflate.compress(parts) + deflate.flush(zlib.Z_FULL_FLUSH)
    size = len(words).to_bytes(2, "little")
    stored = b"\1" + size + bytes(0xFF ^ byte for byte in size) + words
    whole = parts + words
    end = zlib.crc32(whole).to_bytes(4, "little") + len(whole).to_bytes(4, "little")
    return b"\x1f\x8b\x08\0\0\0\0\0\0\xff" + compressed + stored + end


def _pad(response: HttpResponse, said: bytes) -> None:
    """Pad a response. Formats other than gzip and HTML are left unpadded, unless they are marked."""
    body, seat = response.content, getattr(response, SEAT, "")
    said = b"" if hasattr(response, STEADY) else said
    if response.get("Content-Encoding") == "gzip":
        # The padding is in the file name, as in Django's `compress_string`. The name ends with a zero byte.
        length = COMPRESSED.choose_length(len(body) + 1, said, seat)
        name = b"a" * (length - len(body) - 1) + b"\0"
        response.content = body[:3] + bytes([FNAME]) + body[4:HEADER] + name + body[HEADER:]
    elif hasattr(response, SEAT) or response.get("Content-Type", "").startswith("text/html"):
        response.content = body.ljust(PLAIN.choose_length(len(body), said, seat))
    if response.has_header("Content-Length"):
        response["Content-Length"] = str(len(response.content))
