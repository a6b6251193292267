"""Pads pages, and compresses those that do not mix text of others with a secret.

If they did, the length of a compressed page would tell whether the two match (the BREACH attack). Words of the game
are sent uncompressed: in their places in a page, and after the rest in what HTMX swaps, which is shorter. Streams are
not padded, because they contain only finished games.
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
WORD = re.compile(rb'(<[a-z]+\s[^>]*\blang="[^>]*>)([^<]+)(</[a-z]+)')
"""A word of the game, between the tag that says its language and its end tag."""
QUOTED, BEFORE_END = re.compile(rb'="([\w#.:-]{1,40})"(?=[ >])'), re.compile(rb" +>")
"""A short attribute that needs no quotes, and the space at the end of a tag. In a text of others both are escaped."""
GAP, BREAK = "\ue000".encode(), "\ue001".encode()
"""What stands where a word was, and between the words; what stands before the words. In `table.js`, too."""
LEVEL = 9
"""How hard a seat's pages are compressed: by some 2 % more than at Django's level, in a tenth of a millisecond."""
WORD_STEP, WORDS_STEP = 32, 128
"""The bytes of which a word in its place takes a multiple, and all the words after the rest."""
MAX_STORED = 65_535
"""The bytes of a block of a deflated stream that is not compressed."""
WINDOW = 1 << zlib.MAX_WBITS
"""How many bytes back a deflated stream may refer."""
EMPTY_BLOCK = b"\0\0\xff\xff"
"""The lengths of the empty block that ends a flush."""
UNUSED = (b"\0", GAP, BREAK)
"""What no page holds."""
HEADER = 10
"""The number of bytes before the file name in gzip output."""


def keep_plain(response: HttpResponse) -> HttpResponse:
    setattr(response, MARK, True)
    return response


def keep_words_apart(response: HttpResponse) -> HttpResponse:
    """Compress a response, but not the words of the game in it."""
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
    """Mark a response that takes the same room with a secret and without it.

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
            _compress(request, response)
        elif not hasattr(response, MARK):
            super().process_response(request, response)
        _pad(response, said)
        return response


def _compress(request: HttpRequest, response: HttpResponse) -> None:
    """Compress a response for a browser that takes gzip, but not its words if they are to stand apart.

    If it holds the signs of `UNUSED`, which mean something then, it stays as it is.
    """
    patch_vary_headers(response, ("Accept-Encoding",))
    if not re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")):
        return
    markup, words, is_swapped = [response.content], list[bytes](), "HX-Request" in request.headers
    if hasattr(response, APART):
        separate = _move_words if is_swapped else _split_words
        markup, words = separate(response.content)
        if any(sign in response.content for sign in UNUSED) or any(len(word) > MAX_STORED for word in words):
            return
    if is_swapped:
        markup = [_tighten(text) for text in markup]
    response.content = _write_gzip(markup, words)
    response["Content-Encoding"] = "gzip"


def _split_words(page: bytes) -> tuple[list[bytes], list[bytes]]:
    """Return the stretches of markup of a page, and the words between them.

    A word comes with the name in its end tag, after which blanks fill it up.
    """
    pieces = WORD.split(page)
    before = [text + tag for text, tag in zip(pieces[::4], pieces[1::4], strict=False)]
    words = [_fill(word + end, WORD_STEP) for word, end in zip(pieces[2::4], pieces[3::4], strict=True)]
    return [*before, pieces[-1]], words


def _move_words(page: bytes) -> tuple[list[bytes], list[bytes]]:
    """Return the markup of parts of a page with gaps, and the words for these, as one; `table.js` fills them in."""
    words = GAP.join(word for _, word, _ in WORD.findall(page))
    return [WORD.sub(rb"\1" + GAP + rb"\3", page) + BREAK, b""], [_fill(words, WORDS_STEP)]


def _tighten(markup: bytes) -> bytes:
    return BEFORE_END.sub(b">", QUOTED.sub(rb"=\1", markup))


def _fill(text: bytes, step: int) -> bytes:
    return text + b" " * (-len(text) % step)


def _write_gzip(markup: list[bytes], words: list[bytes]) -> bytes:
    """Return a gzip file of stretches of markup with the words between them, which stand in separate blocks.

    Markup refers to earlier markup and to no word: where a word was, it knows only zeros, which no page has.
    """
    blocks, seen = b"", b""
    for text, word in zip(markup, words, strict=False):
        deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=seen)
        compressed = deflate.compress(text) + deflate.flush(zlib.Z_SYNC_FLUSH)
        size = len(word).to_bytes(2, "little")
        blocks += compressed.removesuffix(EMPTY_BLOCK) + size + bytes(0xFF ^ byte for byte in size) + word
        seen = (seen + text + bytes(len(word)))[-WINDOW:]
    deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=seen)
    blocks += deflate.compress(markup[-1]) + deflate.flush()
    whole = b"".join(piece for pair in zip(markup, [*words, b""], strict=True) for piece in pair)
    end = zlib.crc32(whole).to_bytes(4, "little") + len(whole).to_bytes(4, "little")
    return b"\x1f\x8b\x08\0\0\0\0\0\0\xff" + blocks + end


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
