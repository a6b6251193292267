"""Refuses passwords that stand in a list of stolen ones, a file that the operator keeps on the machine.

It is that of Pwned Passwords, or a part of it: lines `SHA-1:count` in the order of the hashes. No service is asked, as
a request opens no connection to other servers, and a password could only be asked about later by keeping a fast hash.
"""

import hashlib
import os
from bisect import bisect_left
from typing import BinaryIO

import structlog
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

HASH = 40
"""Characters of a hash."""
LONGEST = 100
"""No line is longer: what is no such list must not be read as a whole."""
END = b"~"
"""Sorts after every hash."""

log = structlog.get_logger(__name__)


class StolenPasswordValidator:
    """Refuses a password that was stolen somewhere. Without the list, or if it cannot be read, none is refused."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Raise `ValidationError` if the list holds the password."""
        if is_breached(password):
            raise ValidationError(
                _("This password stands in lists of stolen ones, so others will try it. Please choose another."),
                code="password_breached",
            )

    def get_help_text(self) -> str:
        """Say nothing before it matters."""
        return ""


def is_breached(password: str) -> bool:
    """Return whether the list holds a password; False without a list."""
    if not settings.BREACHES_FILE:
        return False
    digest = hashlib.sha1(password.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest().upper()
    try:
        with open(settings.BREACHES_FILE, "rb") as file:
            return holds(file, digest.encode())
    except OSError as error:
        log.warning("stolen passwords not read", reason=type(error).__name__)
        return False


def holds(file: BinaryIO, digest: bytes) -> bool:
    """Return whether a sorted list holds a hash, by some forty short reads however long the list is."""
    size = file.seek(0, os.SEEK_END)
    offset = bisect_left(range(size), digest, key=lambda place: read_hash(file, place))
    return read_hash(file, offset) == digest


def read_hash(file: BinaryIO, offset: int) -> bytes:
    """Return the hash in the first line that begins at `offset` or after it; `END` where there is none."""
    file.seek(max(0, offset - 1))
    if offset:
        file.readline(LONGEST)
    return file.readline(LONGEST)[:HASH].upper() or END
