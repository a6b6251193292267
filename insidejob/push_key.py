"""The site's key for web push (VAPID, RFC 8292), on the curve P-256."""

import base64
import secrets

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Order of the curve."""


def make_push_key() -> str:
    number = secrets.randbelow(ORDER - 1) + 1
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()
