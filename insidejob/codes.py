"""Short random codes for addresses: no primary key is ever shown."""

import secrets

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that are not mistaken for one another."""
LENGTH = 10


def make_code() -> str:
    """Return a new code: some 49 bits, so that a table cannot be found by guessing."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
