"""What the tests of accounts share: filling in pages and reading mail."""

import re
from typing import Any

from django.core import mail
from django.test import Client
from django.urls import reverse

CODE = re.compile(r"^[A-Z0-9]{4}-[A-Z0-9]{4}$", re.MULTILINE)


def last_code() -> str:
    """The code in the last mail."""
    found = CODE.search(str(mail.outbox[-1].body))
    assert found, mail.outbox[-1].body
    return found.group()


def last_link() -> str:
    """The path of the link in the last mail."""
    found = re.search(r"http://testserver(/\S+)", str(mail.outbox[-1].body))
    assert found, mail.outbox[-1].body
    return found.group(1)


def send_sign_up(client: Client, email: str, display_name: str, **more: str) -> Any:
    """Fill in the sign-up page."""
    return client.post(reverse("account_signup"), {"email": email, "display_name": display_name, **more})


def send_code(client: Client, code: str) -> Any:
    """Fill in the page that asks for the sign-up code."""
    return client.post(reverse("accounts:confirm_sign_up"), {"code": code})
