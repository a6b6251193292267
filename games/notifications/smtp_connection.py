"""The connection to the mail server.

It opens when first used, reconnects, gives up after fatal errors, and ends in time.
"""

import time
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.core.mail import EmailMessage, get_connection

from games.notifications.smtp_errors import Blame, find_blame

LOSSES_BORNE = 2
"""After so many lost connections in a row the server is at fault, not the emails."""
FIRST_PART = 60.0
"""Only in the first so many seconds of a round may another email start."""
LEASE = timedelta(minutes=3)
"""How long a worker may keep an email. It is longer than a round, so that no other worker takes the email meanwhile."""
PAUSES = [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240)]
"""The pauses between attempts. The last one is repeated."""
ROUND = 150.0
"""Seconds after which a round waits for no response any more."""


class ServerDown(Exception):
    """The mail server cannot be reached or accepts nothing from us."""


class SmtpConnection:
    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.connection: Any = None
        self.losses = 0
        self.is_down = False
        self.refuses_us = False
        self.failing_since: datetime | None = None

    @property
    def works(self) -> bool:
        return not self.is_down and self.losses < LOSSES_BORNE

    @property
    def is_open(self) -> bool:
        return self.works and time.monotonic() < self.begun + FIRST_PART

    def send(self, message: EmailMessage) -> None:
        """Send a message. Raises `ServerDown` or `OSError`."""
        self.open()
        try:
            self.connection.send_messages([message])
        except OSError as error:
            # The server may have hung up: reconnect for the next email.
            self.close()
            blame = find_blame(error)
            self.losses = 0 if blame in (Blame.ADDRESS, Blame.MAIL) else self.losses + 1
            self.refuses_us |= blame == Blame.US
            raise
        self.losses = 0

    def open(self) -> None:
        if self.connection is not None:
            return
        connection: Any = get_connection()
        connection.ends_at = self.begun + ROUND
        try:
            connection.open()
        except OSError as error:
            self.is_down = True
            raise ServerDown from error
        self.connection = connection

    def close(self) -> None:
        if self.connection is not None:
            with suppress(OSError):
                self.connection.close()
        self.connection = None


def choose_next_attempt(attempts: int, now: datetime) -> datetime:
    """Return when to try again, after `attempts` earlier attempts."""
    return now + PAUSES[min(attempts, len(PAUSES) - 1)]
