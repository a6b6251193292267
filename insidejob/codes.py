"""Random codes for URLs, which never show primary keys."""

import secrets

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""No characters that look alike."""
LENGTH = 10


def make_code() -> str:
    """49 bits: too many to find a table by guessing."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
