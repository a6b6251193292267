"""Two servers that accept everything and remember who was sent which Message-ID: one for mail, one for all other
channels."""

import json
import logging
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes
from typing import Any

from aiosmtpd.controller import Controller
from django.utils import timezone

from tests.notifications.channels.sink import Posted
from tests.notifications.channels.sink import Sink as Server
from tools.torture.apps import HEADER

# It would print each line that is said.
logging.getLogger("mail.log").setLevel(logging.WARNING)


@dataclass(frozen=True)
class Copy:
    """A message that came: its recipient, when it came, and when the site had checked that it was still true."""

    to: str
    judged_at: datetime
    came_at: datetime


Copies = Mapping[str, list[Copy]]
"""The messages that came, by the identity of their delivery."""


class Sink:
    """An SMTP server on a port of this machine. It accepts and remembers every mail."""

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        # The recipients of each copy that came, by the left part of its Message-ID.
        self.arrived: dict[str, list[str]] = defaultdict(list)
        self.copies: dict[str, list[Copy]] = defaultdict(list)
        self.controller = Controller(self, hostname=host, port=port)

    def __enter__(self) -> "Sink":
        self.controller.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.controller.stop()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Accept a mail and remember it."""
        message = message_from_bytes(envelope.content)
        message_id = str(message["Message-ID"] or "").strip("<>").partition("@")[0]
        recipients = ", ".join(envelope.rcpt_tos)
        self.arrived[message_id].append(recipients)
        if mark := message[HEADER]:
            judged_at = datetime.fromisoformat(str(mark).split()[1])
            self.copies[message_id].append(Copy(recipients, judged_at, timezone.now()))
        return "250 OK"

    def count_mails(self) -> int:
        return sum(map(len, list(self.arrived.values())))

    def count_copies(self) -> int:
        """Return how many of the messages were copies of an earlier one."""
        return self.count_mails() - len(self.arrived)


class Posts:
    """An HTTP server on a port of this machine. It accepts and remembers what all other channels post."""

    def __init__(self) -> None:
        self.server = Server()

    def __enter__(self) -> "Posts":
        self.server.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.server.stop()

    def list_copies(self) -> Copies:
        """Return the messages that came, by the identity of their delivery."""
        copies: dict[str, list[Copy]] = defaultdict(list)
        for posted in list(self.server.came):
            if posted.status == 200 and (mark := posted.headers.get(HEADER.lower())):
                message_id, judged_at = mark.split()
                copies[message_id].append(Copy(name_place(posted), datetime.fromisoformat(judged_at), posted.came_at))
        return copies


def name_place(posted: Posted) -> str:
    """Return channel and recipient of a request, such as `webhook/7`."""
    channel, _, rest = posted.path.strip("/").partition("/")
    return f"{channel}/{json.loads(posted.body)['topic'].rpartition('-')[2] if channel == 'ntfy' else rest}"
