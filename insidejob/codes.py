"""Short random codes for addresses: no primary key is ever shown."""

from django.utils.crypto import get_random_string

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that are not mistaken for one another."""
LENGTH = 10


def make_code() -> str:
    """Return a random code of 49 bits, too many to find a table by guessing."""
    return get_random_string(LENGTH, ALPHABET)
