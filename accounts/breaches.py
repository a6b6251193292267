"""Passwords that stand in lists of stolen ones: asked of a service, if the operator named one, which never learns them.

It is given the first five characters of the SHA-1 of a password, and answers with what follows them in all that it
knows: some hundreds, among which it cannot tell which was meant ("k-anonymity"; Pwned Passwords speaks it).
"""

import hashlib
import socket
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from queue import Empty, SimpleQueue
from threading import Thread
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

PREFIX = 5
TIMEOUT = 2.0
"""Seconds for all of an answer: a person is waiting for their page."""
MAX_ANSWER = 1_000_000
SILENT, REST = "breaches-silent", 60
"""After no answer nobody is made to wait for so many seconds."""

log = structlog.get_logger(__name__)


class BreachedPasswordValidator:
    """Refuses a password that was stolen somewhere. A service that says nothing refuses none."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Raise `ValidationError` if the service knows the password."""
        if is_breached(password):
            raise ValidationError(
                _("This password stands in lists of stolen ones, so others will try it. Please choose another."),
                code="password_breached",
            )

    def get_help_text(self) -> str:
        """Say nothing before it matters."""
        return ""


def is_breached(password: str) -> bool:
    """Return whether the service knows a password; False without a service, or without an answer in time."""
    if not settings.BREACHES_URL or cache.get(SILENT):
        return False
    digest = hashlib.sha1(password.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest().upper()
    answer = ask(digest[:PREFIX])
    if answer is None:
        cache.set(SILENT, True, REST)
        log.warning("breaches not asked")
        return False
    return digest[PREFIX:] in find_endings(answer)


def find_endings(answer: str) -> Iterator[str]:
    """Yield the endings in an answer but for those that only make it longer, which were found 0 times."""
    for line in answer.splitlines():
        ending, _colon, count = line.strip().partition(":")
        if count.strip() != "0":
            yield ending.upper()


def ask(prefix: str) -> str | None:
    """Return what the service says of a prefix, or None. Nothing is waited for beyond `TIMEOUT`, names included."""
    try:
        parts = urlsplit(settings.BREACHES_URL)
        kind = HTTPConnection if parts.scheme == "http" else HTTPSConnection
        connection = kind(parts.hostname or "", parts.port, timeout=TIMEOUT)
    except ValueError:
        return None
    answers: SimpleQueue[str | None] = SimpleQueue()
    Thread(target=lambda: answers.put(read(connection, parts.path + prefix)), daemon=True).start()
    try:
        return answers.get(timeout=TIMEOUT)
    except Empty:
        # So that the thread ends, too, where an answer drips.
        with suppress(OSError, AttributeError):
            connection.sock.shutdown(socket.SHUT_RDWR)
        return None


def read(connection: HTTPConnection, path: str) -> str | None:
    """Return the answer of the service, or None if it is none; nothing is followed elsewhere."""
    try:
        # Padded, so that its length does not tell the prefix either.
        connection.request("GET", path, headers={"Add-Padding": "true", "User-Agent": "InsideJob/1"})
        response = connection.getresponse()
        return response.read(MAX_ANSWER).decode("ascii", "replace") if response.status == 200 else None
    except (OSError, HTTPException, ValueError):
        return None
    finally:
        connection.close()
