"""Discord: posts to a channel by its webhook."""

import json
import re

from django.utils.translation import gettext_lazy as _

from games.models import Contact
from games.notifications.channels.types import Address, Channel, Message, Request

SERVER = "https://discord.com/api/webhooks/"
HOOK = re.compile(r"https://(?:\w+\.)?discord(?:app)?\.com/api/(?:v\d+/)?webhooks/(\d{5,25}/[-\w]{20,120})")


def _write(contact: Contact, message: Message) -> list[Request]:
    """Build the request. Mentions are switched off, because a name may contain one."""
    said = {"content": message.named_text[:2000], "allowed_mentions": {"parse": []}}
    return [Request(SERVER + contact.address, json.dumps(said).encode(), {"Content-Type": "application/json"})]


def _read_address(typed: str) -> str:
    """Return the id and token of a webhook's address. Raises `ValueError`."""
    found = HOOK.fullmatch(typed)
    if found is None:
        raise ValueError
    return found[1]


DISCORD = Channel(
    "discord",
    _("Discord"),
    is_private=False,
    write=_write,
    address=Address(
        _(
            "In Discord, open your channel’s settings, go to Integrations, Webhooks, and copy the address of a new "
            "one. Everyone in that channel can read what we post there."
        ),
        _("Webhook address of your Discord channel"),
        _read_address,
        _("This isn’t the address of a Discord webhook: they start with https://discord.com/api/webhooks/."),
    ),
    gone=frozenset({401, 403, 404}),
)
