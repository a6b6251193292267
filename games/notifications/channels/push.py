"""Web push to a user's browsers, encrypted for each (RFC 8030, 8291, 8292)."""

import json
import time
from email.utils import parseaddr
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext_lazy as _

from games.models import Contact, Device
from games.notifications.channels.types import Channel, Message, Request

KEPT = 24 * 3600
"""For so many seconds a push service keeps a message for a browser that is off."""
SIGNED_FOR = 12 * 3600
GONE = frozenset({403, 404, 410})
"""What push services answer for a subscription that has ended; 403 is for one to an older key of the site."""


def _write(contact: Contact, message: Message) -> list[Request]:
    payload = _make_payload(message)
    return [_write_one(device, payload) for device in Device.objects.filter(user=contact.user, refused_at=None)]


def _make_payload(message: Message) -> bytes:
    tag = message.lines[0].code if len(message.lines) == 1 else "tables"
    said = {"title": message.title, "link": urlsplit(message.link).path, "tag": tag, "waiting": message.waiting}
    return json.dumps(said).encode()


def _write_one(device: Device, payload: bytes) -> Request:
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT),
        "Urgency": "high",
        "Authorization": _sign(device.endpoint),
    }
    return Request(device.endpoint, _encrypt(device, payload), headers, device)


def _encrypt(device: Device, payload: bytes) -> bytes:
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    sealed: bytes = http_ece.encrypt(
        payload,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=urlsafe_base64_decode(device.public_key),
        auth_secret=urlsafe_base64_decode(device.auth_secret),
        version="aes128gcm",
    )
    return sealed


def _sign(endpoint: str) -> str:
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + SIGNED_FOR,
        "sub": f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
    }
    header: str = load_key(settings.PUSH_KEY).sign(claims)["Authorization"]
    return header


def show_public_key() -> str:
    return str(load_key(settings.PUSH_KEY).public_text) if settings.PUSH_KEY else ""


@lru_cache(maxsize=2)
def load_key(text: str) -> Any:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid02

    key = Vapid02.from_raw(text.encode())
    point = key.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    key.public_text = urlsafe_base64_encode(point)
    return key


PUSH = Channel("push", _("notification"), is_private=True, write=_write, gone=GONE)
