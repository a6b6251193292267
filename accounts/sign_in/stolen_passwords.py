"""Refuses passwords found in a local copy of Pwned Passwords: sorted lines `SHA-1:count`.

No service is asked, because requests must not open connections, and asking later would need a stored fast hash of the
password.
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
"""The number of characters of a hash."""
LONGEST = 100
"""The longest line to read, in case the file is something else."""
END = b"~"
"""A value that sorts after every hash."""

log = structlog.get_logger(__name__)


class StolenPasswordValidator:
    """Refuses passwords of the list. If the list cannot be read, it refuses nothing."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        if _is_breached(password):
            raise ValidationError(
                _("This password is on lists of stolen ones, so others will try it. Please choose another."),
                code="password_breached",
            )

    def get_help_text(self) -> str:
        return ""


def _is_breached(password: str) -> bool:
    if not settings.BREACHES_FILE:
        return False
    digest = hashlib.sha1(password.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest().upper()
    try:
        with open(settings.BREACHES_FILE, "rb") as file:
            return _holds(file, digest.encode())
    except OSError as error:
        log.warning("stolen passwords not read", reason=type(error).__name__)
        return False


def _holds(file: BinaryIO, digest: bytes) -> bool:
    """Whether the file has a hash. A binary search takes about forty short reads."""
    size = file.seek(0, os.SEEK_END)
    offset = bisect_left(range(size), digest, key=lambda place: _read_hash(file, place))
    return _read_hash(file, offset) == digest


def _read_hash(file: BinaryIO, offset: int) -> bytes:
    """Return the first whole hash from `offset` on, or `END`."""
    file.seek(max(0, offset - 1))
    if offset:
        file.readline(LONGEST)
    return file.readline(LONGEST)[:HASH].upper() or END
