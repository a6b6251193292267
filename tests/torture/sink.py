"""A mail server that takes every mail and remembers who was sent which Message-ID."""

import logging
from collections import defaultdict
from email import message_from_bytes
from types import TracebackType
from typing import Any

from aiosmtpd.controller import Controller

# It would print each line that is said.
logging.getLogger("mail.log").setLevel(logging.WARNING)


class Sink:
    """Takes mail at a port of this machine."""

    def __init__(self, port: int) -> None:
        # The recipients of each copy that came, by the left part of its Message-ID.
        self.arrived: dict[str, list[str]] = defaultdict(list)
        self.controller = Controller(self, hostname="127.0.0.1", port=port)

    def __enter__(self) -> "Sink":
        self.controller.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.controller.stop()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Take one mail."""
        message_id = str(message_from_bytes(envelope.content)["Message-ID"] or "")
        self.arrived[message_id.strip("<>").partition("@")[0]].append(", ".join(envelope.rcpt_tos))
        return "250 OK"

    def count_mails(self) -> int:
        """Return how many mails came, copies included."""
        return sum(map(len, list(self.arrived.values())))

    def count_copies(self) -> int:
        """Return how many of them had come before."""
        return self.count_mails() - len(self.arrived)
