"""People who are told by channels other than mail, and what went out to them."""

import base64
import json
from datetime import datetime, timedelta
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils import timezone
from django.utils.http import urlsafe_base64_encode

from accounts.models import User
from games.models import Contact, Delivery, Notification
from games.notifications import channel_dispatch, contacts
from tests.notifications.channels.sink import Sink

AUTH_SECRET = b"sixteen bytes it"


class Browser:
    """A browser that takes pushes: it alone has the key with which they are read."""

    def __init__(self, user: User, url: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.fields = {
            "endpoint": url,
            "public_key": urlsafe_base64_encode(self.point),
            "auth_secret": urlsafe_base64_encode(AUTH_SECRET),
        }
        assert contacts.add_device(user, **self.fields, name="Firefox, Android")

    def read(self, body: bytes) -> dict[str, Any]:
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=AUTH_SECRET, version="aes128gcm")
        said: dict[str, Any] = json.loads(plain)
        return said


def add_webhook(user: User, sink: Sink) -> Contact:
    """Let a person be told at the sink, at once and of everything."""
    return contacts.connect(user, "webhook", f"{sink.url}/hook")


def stop_mail(user: User) -> None:
    User.objects.filter(pk=user.pk).update(mail_off=True)
    user.refresh_from_db()


def send_at(moment: datetime) -> int:
    """Let the channels work at a moment; return how many messages were taken."""
    return channel_dispatch.send_due(moment)


def send_after(pause: timedelta) -> int:
    """Let the channels work so long after now; return how many messages were taken."""
    return send_at(timezone.now() + pause)


def delivery_of(notification: Notification, channel: str) -> Delivery:
    return Delivery.objects.filter(notification=notification, channel=channel).latest("pk")


def decode_jwt(text: str) -> dict[str, Any]:
    """Return the claims of a signed token."""
    claims = text.split(".")[1]
    said: dict[str, Any] = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
    return said
