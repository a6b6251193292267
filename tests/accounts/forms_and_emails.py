"""What the tests of accounts share: filling in pages and reading mail."""

import re
from typing import Any

from allauth.usersessions.models import UserSession
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse, reverse_lazy

from accounts.models import User
from games.notifications import email_dispatch
from tests.builders_people import PASSWORD

IDENTITY = reverse_lazy("accounts:confirm_identity")
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0"
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


def type_password(person: User, agent: str = FIREFOX) -> Client:
    """Sign in on the page, with a browser of that name: the session is listed."""
    client = Client(headers={"user-agent": agent})
    client.post(reverse("account_login"), {"login": str(person.email), "password": PASSWORD})
    assert UserSession.objects.filter(session_key=client.session.session_key).exists()
    return client


def send_sign_up(client: Client, email: str, display_name: str, **more: str) -> Any:
    return client.post(reverse("account_signup"), {"email": email, "display_name": display_name, **more})


def send_code(client: Client, code: str) -> Any:
    return client.post(reverse("accounts:confirm_sign_up"), {"code": code})


def prove_by_code(client: Client) -> None:
    client.post(str(IDENTITY), {"action": "send"})
    client.post(str(IDENTITY), {"code": last_code()})
