"""A real SMTP server that takes mail, or behaves as badly as it is told to."""

import asyncio
import logging
import socket
from collections import deque
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any, cast

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.tables.pages.browser import MARK

# The server of the tests logs whom it takes mail for; what we log is looked at.
logging.getLogger("mail.log").setLevel(logging.WARNING)
ACCEPT = "accept"
REFUSE, REFUSE_FOR_NOW = "550 5.1.1 No such mailbox", "451 4.7.1 Try again later"
REFUSE_MAIL = "554 5.7.1 Not this mail"
REFUSE_SENDER = "550 5.1.8 Who are you?"
STALL, DROP, HANG_UP = "stall", "drop", "hang up"
"""Never answer; take the mail and hang up before saying so; hang up instead of answering."""


class Manners:
    """How the server answers: each mail as the next entry of `plan` says, and as `otherwise` when it is used up."""

    def __init__(self) -> None:
        self.planned: deque[str] = deque()
        self.otherwise = ACCEPT
        self.attempts = 0
        self.connections = 0
        self.kept: list[bytes] = []
        self.now = ACCEPT

    async def handle_HELO(self, server: SMTP, session: Session, envelope: Envelope, hostname: str) -> str:  # noqa: N802
        session.host_name = hostname
        return "250 test"

    async def handle_EHLO(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        self.connections += 1
        session.host_name = hostname
        return responses

    async def handle_MAIL(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if (self.planned[0] if self.planned else self.otherwise) == REFUSE_SENDER:
            self.attempts += 1
            return self.planned.popleft() if self.planned else self.otherwise
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        self.attempts += 1
        self.now = self.planned.popleft() if self.planned else self.otherwise
        if self.now[:3].isdigit() and self.now != REFUSE_MAIL:
            return self.now
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.now == REFUSE_MAIL:
            return self.now
        if self.now == STALL:
            await asyncio.Event().wait()
        if self.now != HANG_UP:
            assert isinstance(envelope.content, bytes)
            self.kept.append(envelope.content)
        if self.now in (DROP, HANG_UP):
            cast(asyncio.WriteTransport, server.transport).abort()
        return "250 OK"


class MailServer(Controller):
    """Listens at a free port of this machine, in a thread of its own."""

    def __init__(self) -> None:
        self.manners = Manners()
        self.socket = socket.create_server(("127.0.0.1", 0))
        super().__init__(self.manners, hostname="127.0.0.1", port=self.socket.getsockname()[1])

    def _create_server(self) -> Awaitable[Any]:
        return self.loop.create_server(self._factory_invoker, sock=self.socket)

    @property
    def mails(self) -> list[EmailMessage]:
        return [message_from_bytes(raw, EmailMessage, policy=default) for raw in self.manners.kept]


def text_of(mail: EmailMessage, kind: str = "plain") -> str:
    """Return the text of a mail, or its HTML, without the markup of what no browser translates."""
    part = mail.get_body((kind,))
    assert part is not None
    return MARK.sub(r"\1", str(part.get_content()))


@contextmanager
def down(settings: Any) -> Iterator[None]:
    """Let nothing listen where mail is sent to."""
    port = settings.EMAIL_PORT
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        settings.EMAIL_PORT = taken.getsockname()[1]
        yield
    settings.EMAIL_PORT = port
