"""What the tests of accounts share: filling in pages and reading mail."""

import re
from typing import Any

from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse, reverse_lazy

from games.notifications import email_dispatch

IDENTITY = reverse_lazy("accounts:confirm_identity")
CODE = re.compile(r"^[A-Z0-9]{4}-[A-Z0-9]{4}$", re.MULTILINE)


def outbox() -> list[EmailMessage]:
    """Every mail so far, once the worker has sent what was due."""
    email_dispatch.send_due()
    return mail.outbox


def last_code() -> str:
    """The code in the last mail that has one: mail about games may come after it."""
    found = [code.group() for message in outbox() if (code := CODE.search(str(message.body)))]
    assert found, "no mail with a code"
    return found[-1]


def last_link() -> str:
    text = str(outbox()[-1].body)
    found = re.search(r"http://testserver(/\S+)", text)
    assert found, text
    return found.group(1)


def send_sign_up(client: Client, email: str, display_name: str, **more: str) -> Any:
    return client.post(reverse("account_signup"), {"email": email, "display_name": display_name, **more})


def send_code(client: Client, code: str) -> Any:
    return client.post(reverse("accounts:confirm_sign_up"), {"code": code})


def prove_by_code(client: Client) -> None:
    client.post(str(IDENTITY), {"action": "send"})
    client.post(str(IDENTITY), {"code": last_code()})
