"""SMTP with a deadline.

Python's timeout applies to each read, so a server that sends one byte at a time could keep a connection for ever.
"""

import smtplib
import time
from functools import partial
from io import BufferedReader, RawIOBase
from typing import Any

from django.core.mail.backends.smtp import EmailBackend


class Answers(RawIOBase):
    def __init__(self, sock: Any, ends_at: float) -> None:
        super().__init__()
        self.sock, self.ends_at, self.patience = sock, ends_at, sock.gettimeout() or float("inf")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        left = self.ends_at - time.monotonic()
        if left <= 0:
            raise TimeoutError("the time for this round of mail is over")
        self.sock.settimeout(min(left, self.patience) if left < float("inf") else self.sock.gettimeout())
        return int(self.sock.recv_into(buffer))


class Prompt:
    file: Any
    sock: Any

    def __init__(self, *args: Any, ends_at: float, **options: Any) -> None:
        self.ends_at = ends_at
        super().__init__(*args, **options)

    def getreply(self) -> tuple[int, bytes]:
        """Read a reply. Raise `SMTPServerDisconnected` after the deadline."""
        if self.file is None:
            # STARTTLS replaces the socket.
            self.file = BufferedReader(Answers(self.sock, self.ends_at))
        reply: tuple[int, bytes] = super().getreply()  # type: ignore[misc]
        return reply


class _PromptSMTP(Prompt, smtplib.SMTP):
    pass


class _PromptSMTPS(Prompt, smtplib.SMTP_SSL):
    pass


class Backend(EmailBackend):
    """Django's SMTP backend, except that it reads nothing after `ends_at`, a time of the monotonic clock."""

    ends_at = float("inf")

    @property
    def connection_class(self) -> Any:
        return partial(_PromptSMTPS if self.use_ssl else _PromptSMTP, ends_at=self.ends_at)
