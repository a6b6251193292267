"""ntfy: posts to a topic of ntfy.sh, which is public to all who know its name."""

import json
import re

from django.utils.translation import gettext_lazy as _

from games.models import Contact
from games.notifications.channels.types import Address, Channel, Message, Request

SERVER = "https://ntfy.sh/"
TOPIC = re.compile(r"(?:https://ntfy\.sh/)?([-_A-Za-z0-9]{6,64})")
"""A topic, or its whole address. Shorter topics would be easy to guess."""


def _write(contact: Contact, message: Message) -> list[Request]:
    said = {"topic": contact.address, "title": message.title, "message": message.text, "click": message.link}
    return [Request(SERVER, json.dumps(said).encode(), {"Content-Type": "application/json"})]


def _read_address(typed: str) -> str:
    found = TOPIC.fullmatch(typed)
    if found is None:
        raise ValueError
    return found[1]


NTFY = Channel(
    "ntfy",
    _("ntfy"),
    is_private=False,
    write=_write,
    address=Address(
        _(
            "Choose a topic that’s hard to guess and subscribe to it in the ntfy app: "
            "anyone who knows the topic can read it."
        ),
        _("Topic at ntfy.sh"),
        _read_address,
        _("A topic has 6 to 64 letters, digits, - or _. Choose one that’s hard to guess."),
    ),
    gone=frozenset({401, 403, 404}),
)
