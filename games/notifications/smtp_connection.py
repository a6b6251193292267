"""The line to the mail server: opened when needed, given up when the server will have none of us, ended in time."""

import time
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.core.mail import EmailMessage, get_connection

from games.notifications.smtp_errors import Blame, find_blame

LOSSES_BORNE = 2
"""So many connections lost, or refusals of us, in a row are not the mail's fault."""
FIRST_PART = 60.0
"""Seconds in which a mail may be begun."""
LEASE = timedelta(minutes=3)
"""For so long what is being sent is left alone by all others: longer than a round may take."""
PAUSES = [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240)]
"""Between attempts; the last one for all that follow."""
ROUND = 150.0
"""Seconds after which no answer is waited for: a server that is slow with each has had time for a whole mail."""


class ServerDown(Exception):
    """The mail server cannot be reached, or takes nothing from us."""


class SmtpConnection:
    """One connection to the mail server, opened when needed, and again after it was lost."""

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.connection: Any = None
        self.losses = 0
        self.is_down = False
        self.refuses_us = False

    @property
    def works(self) -> bool:
        """Whether the server is worth another try."""
        return not self.is_down and self.losses < LOSSES_BORNE

    @property
    def is_open(self) -> bool:
        """Whether another mail may be begun in this round."""
        return self.works and time.monotonic() < self.begun + FIRST_PART

    def send(self, message: EmailMessage) -> None:
        """Hand over one mail. Raises `ServerDown`, or what the server or the network said."""
        self.open()
        try:
            self.connection.send_messages([message])
        except OSError as error:
            # The server may have hung up with its answer: the next mail gets a fresh connection.
            self.close()
            blame = find_blame(error)
            self.losses = 0 if blame in (Blame.ADDRESS, Blame.MAIL) else self.losses + 1
            self.refuses_us |= blame == Blame.US
            raise
        self.losses = 0

    def open(self) -> None:
        """Connect, unless connected. Raises `ServerDown`."""
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
        """Hang up."""
        if self.connection is not None:
            with suppress(OSError):
                self.connection.close()
        self.connection = None


def choose_next_attempt(attempts: int, now: datetime) -> datetime:
    """Return when a mail is tried again that failed, after `attempts` attempts before: later each time."""
    return now + PAUSES[min(attempts, len(PAUSES) - 1)]
