"""Mail by SMTP with an end: a server that answers a byte at a time may go on for ever, and no time limit would notice.

Python's time limit holds for each piece of an answer that is received. Here all answers share one end.
"""

import smtplib
import time
from functools import partial
from io import BufferedReader, RawIOBase
from typing import Any

from django.core.mail.backends.smtp import EmailBackend


class Answers(RawIOBase):
    """What a server says, until `ends_at` by the monotonic clock; then reading raises `TimeoutError`."""

    def __init__(self, sock: Any, ends_at: float) -> None:
        super().__init__()
        self.sock, self.ends_at, self.patience = sock, ends_at, sock.gettimeout() or float("inf")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Read what there is into `buffer`, and return how many bytes."""
        left = self.ends_at - time.monotonic()
        if left <= 0:
            raise TimeoutError("the time for this round of mail is over")
        self.sock.settimeout(min(left, self.patience) if left < float("inf") else self.sock.gettimeout())
        return int(self.sock.recv_into(buffer))


class Prompt:
    """Makes a connection of `smtplib` read no answer after `ends_at`."""

    file: Any
    sock: Any

    def __init__(self, *args: Any, ends_at: float, **options: Any) -> None:
        self.ends_at = ends_at
        super().__init__(*args, **options)

    def getreply(self) -> tuple[int, bytes]:
        """Return the server's next answer; raise `SMTPServerDisconnected` if there is none in time."""
        if self.file is None:
            # Begun again after STARTTLS, which brings another socket.
            self.file = BufferedReader(Answers(self.sock, self.ends_at))
        reply: tuple[int, bytes] = super().getreply()  # type: ignore[misc]
        return reply


class PromptSMTP(Prompt, smtplib.SMTP):
    """Plain, or with STARTTLS."""


class PromptSMTPS(Prompt, smtplib.SMTP_SSL):
    """With TLS from the start."""


class Backend(EmailBackend):
    """Django's, with an end: nothing is read from the server after `ends_at`, by the monotonic clock."""

    ends_at = float("inf")

    @property
    def connection_class(self) -> Any:
        return partial(PromptSMTPS if self.use_ssl else PromptSMTP, ends_at=self.ends_at)
