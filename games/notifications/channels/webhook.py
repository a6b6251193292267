"""Webhook: posts signed JSON to a user's own address."""

import hashlib
import hmac
import json

from django.utils.translation import gettext_lazy as _

from games.models import Contact
from games.notifications.channels.client import Forbidden, check_url
from games.notifications.channels.types import Address, Channel, Message, Request

SIGNATURE = "X-Inside-Job-Signature"
"""The header with `sha256=` and the HMAC-SHA256 of the body in hexadecimal."""


def _write(contact: Contact, message: Message) -> list[Request]:
    tables = [{"event": line.kind, "table": line.table, "text": line.said, "url": line.link} for line in message.lines]
    body = json.dumps({"title": message.title, "url": message.link, "tables": tables}).encode()
    headers = {"Content-Type": "application/json", SIGNATURE: _sign(body, contact.secret)}
    return [Request(contact.address, body, headers)]


def _sign(body: bytes, secret: str) -> str:
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def read_address(typed: str) -> str:
    """Return the address to post to. Raises `ValueError` if we would not post there."""
    try:
        check_url(typed)
    except Forbidden:
        raise ValueError from None
    return typed


WEBHOOK = Channel(
    "webhook",
    _("webhook"),
    is_private=False,
    write=_write,
    address=Address(
        _(
            "We post JSON to your own address: which table, what kind of news, and its link. "
            "Nothing about hands or roles."
        ),
        _("Address starting with https://"),
        read_address,
        _("This address won’t work: it must start with https:// and have no port or password."),
    ),
    # Redirects are not followed, so retrying is useless.
    gone=frozenset({301, 302, 303, 307, 308, 401, 403, 404, 405, 410}),
)
