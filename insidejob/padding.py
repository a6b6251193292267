"""How long an answer is on the line: a length that tells as little as possible, and the same each time.

Who watches the line sees how many bytes an answer has. Random padding averages out over many answers. So an answer gets
extra bytes that an HMAC chooses, and its length is then rounded up to a step. There are two extras:

- one by what the page says, so that a change of a few bytes cannot be seen in the length;
- one by the seat, on pages that show its role or hand. It stays the same all game, so that no number of pages tells
  what a role adds to all of them.

The tokens against forgery differ each time that Django writes them, and so would the compressed length. They are masked
again, by an HMAC of the page: a page that says the same is the same to the last byte.
"""

import re
from dataclasses import dataclass

from django.http import HttpRequest
from django.middleware.csrf import CSRF_ALLOWED_CHARS, CSRF_SECRET_LENGTH
from django.utils.crypto import salted_hmac

DIGITS = b"0123456789"
"""They do not count for the extra: versions and times change all the time, and must not draw a new one."""
TOKEN = re.compile(rb'"([A-Za-z0-9]{%d})"' % (2 * CSRF_SECRET_LENGTH))


@dataclass(frozen=True)
class Padding:
    """Lengths are multiples of `step`, after extras below `by_content` and, with a seat, below `by_seat` bytes."""

    step: int
    by_content: int
    by_seat: int

    def choose_length(self, length: int, content: bytes, seat: str = "") -> int:
        """Return how long an answer of `length` bytes becomes; `content` is what it says, without tokens."""
        extra = pick("content", content.translate(None, DIGITS), self.by_content)
        if seat:
            extra += pick(f"seat.{self.by_seat}", seat.encode(), self.by_seat)
        return -(-(length + extra) // self.step) * self.step


COMPRESSED = Padding(step=64, by_content=128, by_seat=256)
"""The Insider's role makes a compressed page some 30 bytes longer."""
PLAIN = Padding(step=128, by_content=128, by_seat=512)
"""The Insider's role makes a page that is not compressed some 50 bytes longer."""


def pick(purpose: str, value: bytes, most: int) -> int:
    """Return a number below `most` that only who has the secret key can work out."""
    digest = salted_hmac(f"insidejob.padding.{purpose}", value, algorithm="sha256").digest()
    return int.from_bytes(digest[:8]) % most


def settle_tokens(request: HttpRequest, body: bytes) -> tuple[bytes, bytes]:
    """Return a page with its tokens masked by what else it says, and what else it says.

    As with Django's random masks, a page that says anything else has another mask.
    """
    secret = request.META.get("CSRF_COOKIE") or ""
    tokens = {token for token in TOKEN.findall(body) if mask_secret(secret, token[:CSRF_SECRET_LENGTH]) == token}
    rest = body
    for token in tokens:
        rest = rest.replace(token, b"")
    if tokens:
        settled = mask_secret(secret, choose_mask(secret, rest))
        for token in tokens:
            body = body.replace(token, settled)
    return body, rest


def choose_mask(secret: str, rest: bytes) -> bytes:
    """Return the mask for the token of a page that says `rest`."""
    digest = salted_hmac("insidejob.padding.mask", secret.encode() + rest, algorithm="sha256").digest()
    return bytes(ord(CSRF_ALLOWED_CHARS[byte % len(CSRF_ALLOWED_CHARS)]) for byte in digest[:CSRF_SECRET_LENGTH])


def mask_secret(secret: str, mask: bytes) -> bytes:
    """Return the token that stands for `secret` under a mask, as `CsrfViewMiddleware` reads it."""
    chars = CSRF_ALLOWED_CHARS
    cipher = (
        chars[(chars.index(a) + chars.index(b)) % len(chars)] for a, b in zip(secret, mask.decode(), strict=False)
    )
    return mask + "".join(cipher).encode()
