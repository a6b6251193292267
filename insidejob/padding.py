"""Stable response lengths that reveal as little as possible.

Random padding averages out over many responses. So an HMAC chooses extra bytes, and then the length is rounded up.
There are two extras:

- by content, to hide changes of a few bytes;
- by seat, on pages with its role or hand: constant for a game, so that many pages reveal no more than one.

Random CSRF masks would change the compressed length, so tokens are masked by an HMAC of the page.
"""

import re
from dataclasses import dataclass

from django.http import HttpRequest
from django.middleware.csrf import CSRF_ALLOWED_CHARS, CSRF_SECRET_LENGTH
from django.utils.crypto import salted_hmac

DIGITS = b"0123456789"
"""Digits do not count for the extra, because versions and times change all the time."""
TOKEN = re.compile(rb'"([A-Za-z0-9]{%d})"' % (2 * CSRF_SECRET_LENGTH))


@dataclass(frozen=True)
class Padding:
    """How a length is padded, in bytes: to a multiple of `step`, and by extras below `by_content` and `by_seat`."""

    step: int
    by_content: int
    by_seat: int

    def choose_length(self, length: int, content: bytes, seat: str = "") -> int:
        """Return the padded length. `content` is the body without tokens."""
        extra = _pick("content", content.translate(None, DIGITS), self.by_content)
        if seat:
            extra += _pick(f"seat.{self.by_seat}", seat.encode(), self.by_seat)
        return -(-(length + extra) // self.step) * self.step


COMPRESSED = Padding(step=64, by_content=128, by_seat=256)
"""The padding of compressed bodies, to which the Insider's role adds some 30 bytes."""
PLAIN = Padding(step=128, by_content=128, by_seat=512)
"""The padding of uncompressed bodies, to which the Insider's role adds some 50 bytes."""


def _pick(purpose: str, value: bytes, most: int) -> int:
    digest = salted_hmac(f"insidejob.padding.{purpose}", value, algorithm="sha256").digest()
    return int.from_bytes(digest[:8]) % most


def settle_tokens(request: HttpRequest, body: bytes) -> tuple[bytes, bytes]:
    """Return the page with tokens masked by the rest of it, and the rest."""
    secret = request.META.get("CSRF_COOKIE") or ""
    tokens = {token for token in TOKEN.findall(body) if mask_secret(secret, token[:CSRF_SECRET_LENGTH]) == token}
    rest = body
    for token in tokens:
        rest = rest.replace(token, b"")
    if tokens:
        settled = mask_secret(secret, _choose_mask(secret, rest))
        for token in tokens:
            body = body.replace(token, settled)
    return body, rest


def _choose_mask(secret: str, rest: bytes) -> bytes:
    digest = salted_hmac("insidejob.padding.mask", secret.encode() + rest, algorithm="sha256").digest()
    return bytes(ord(CSRF_ALLOWED_CHARS[byte % len(CSRF_ALLOWED_CHARS)]) for byte in digest[:CSRF_SECRET_LENGTH])


def mask_secret(secret: str, mask: bytes) -> bytes:
    """Mask a CSRF secret as `CsrfViewMiddleware` expects it."""
    chars = CSRF_ALLOWED_CHARS
    cipher = (
        chars[(chars.index(a) + chars.index(b)) % len(chars)] for a, b in zip(secret, mask.decode(), strict=False)
    )
    return mask + "".join(cipher).encode()
