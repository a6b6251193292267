"""The key by which browsers know the pushes of a site (VAPID, RFC 8292): a number of the curve P-256, as text."""

import base64
import secrets

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""How many points the curve has."""


def make_push_key() -> str:
    """Return a new private key."""
    number = secrets.randbelow(ORDER - 1) + 1
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()
