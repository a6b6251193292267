"""Sends account emails. Each is deleted once sent or expired."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import structlog
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import F
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts.models import AccountEmail, User
from games.notifications import contacts
from games.notifications.emails import PREVIEW, make_identity, make_way_out
from games.notifications.smtp_connection import LEASE, ServerDown, SmtpConnection, choose_next_attempt
from games.notifications.smtp_errors import Blame, find_blame
from games.notifications.tokens import sign_message_id

CODE = re.compile(r"[A-Z0-9]{3,6}(-[A-Z0-9]{3,6})*")
LINK = re.compile(r"https?://\S+")
SIGNATURE = "\n-- \n"
"""The line before the sentence that says why one gets the email, and the link that unsubscribes."""
ID_LENGTH = 16
"""How much of a row's random id is in the Message-ID, next to the signature."""
BUTTONS = {
    "account_login": _("Sign in"),
    "account_signup": _("Sign up"),
    "account_reset_password_from_key": _("Choose a password"),
    "accounts:export": _("Download my data"),
    "games:case_of_the_day": _("Open the case"),
    "games:circle": _("Go to the circle"),
    "games:moderation_queue": _("Go to the desk"),
    "games:season": _("See how it went"),
}


@dataclass(frozen=True)
class Part:
    """A paragraph of an email: a `code` to type, a `link` to follow, or a `line` to read."""

    kind: str
    text: str
    label: str
    """The words of the button."""


log = structlog.get_logger(__name__)


def remove_expired(now: datetime) -> None:
    expired = AccountEmail.objects.filter(expires_at__lte=now)
    if expired.exists():
        log.warning("account emails not sent in time", count=expired.delete()[0])


def claim(now: datetime) -> AccountEmail | None:
    """Take the oldest due email for a while, so that no other worker sends it.

    The result has the number of `attempts` before this one.
    """
    due = AccountEmail.objects.filter(send_at__lte=now, expires_at__gt=now).order_by("send_at")
    if not due.exists():
        return None
    with transaction.atomic():
        email = due.select_for_update(skip_locked=True).first()
        if email is not None:
            AccountEmail.objects.filter(pk=email.pk).update(send_at=now + LEASE, attempts=F("attempts") + 1)
    return email


def deliver(email: AccountEmail, line: SmtpConnection, now: datetime) -> bool:
    try:
        line.send(_make_message(email))
    except ServerDown as down:
        log.warning("mail server down", reason=type(down.__cause__).__name__)
        _change(email, send_at=email.send_at, attempts=email.attempts)
    except OSError as error:
        blame = find_blame(error)
        if email.attempts and blame in (Blame.LINE, Blame.US):
            # A small site never has two codes at a time that could fail in one round.
            line.failing_since = email.written_at
        _note_failure(email, blame, type(error).__name__, now)
    except Exception:
        log.exception("account email not made", email=email.pk)
        _try_later(email, now)
    else:
        email.delete()
        return True
    return False


def _make_message(email: AccountEmail) -> EmailMultiAlternatives:
    way_out = make_way_out(email.stop_link) if email.stop_link else {}
    message_id = sign_message_id(email.message_id[:ID_LENGTH], email.email)
    headers = make_identity(message_id, email.language) | way_out
    message = EmailMultiAlternatives(email.subject, email.text, to=[email.email], headers=headers)
    with translation.override(email.language):
        page = render_page(email.subject, email.text, email.stop_link)
    message.attach_alternative(page, "text/html")
    return message


def render_page(subject: str, text: str, stop_link: str) -> str:
    """Return the HTML of an email in the current language.

    With a `stop_link` the signature of the text is left out. Its first line, which says why the reader gets the email,
    stands next to a link that unsubscribes.
    """
    why = ""
    # Without a link, a person may have written such a line. Some emails with a link have no signature.
    if stop_link and SIGNATURE in text:
        text, _signature, footer = text.rpartition(SIGNATURE)
        why = footer.partition("\n")[0]
    parts = list(_read_parts(text))
    # The first paragraph greets.
    preview = " ".join(part.text for part in parts[1:] if part.kind != "link")[:PREVIEW]
    context = {"subject": subject, "parts": parts, "preview": preview, "stop_link": why and stop_link, "why": why}
    return render_to_string("games/emails/account.html", context)


def _read_parts(text: str) -> Iterator[Part]:
    """Split a text into its paragraphs. The first link that has a label becomes the button."""
    has_button = False
    for paragraph in text.strip().split("\n\n"):
        part = paragraph.strip()
        if not part:
            continue
        kind = "code" if CODE.fullmatch(part) else "link" if LINK.fullmatch(part) else "line"
        label = _find_label(part) if kind == "link" and not has_button else ""
        has_button = has_button or bool(label)
        yield Part(kind, part, label)


def _find_label(link: str) -> str:
    """Return the words of the button for a link, or "" if it is no button, as in *if that wasn’t you*."""
    try:
        name = resolve(urlsplit(link).path).view_name
    except Resolver404:
        return ""
    return str(BUTTONS.get(name, ""))


def _note_failure(email: AccountEmail, blame: Blame, reason: str, now: datetime) -> None:
    # Never log what the server said: it quotes the address.
    log.warning("account email failed", email=email.pk, reason=reason, blame=blame.value)
    if blame == Blame.ADDRESS:
        for user in User.objects.filter(email=email.email):
            contacts.pause_address(user)
        email.delete()
    else:
        _try_later(email, now)


def _try_later(email: AccountEmail, now: datetime) -> None:
    _change(email, send_at=choose_next_attempt(email.attempts, now))


def _change(email: AccountEmail, **columns: Any) -> None:
    AccountEmail.objects.filter(pk=email.pk).update(**columns)
