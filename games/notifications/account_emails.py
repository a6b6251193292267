"""Sends account emails. Each is deleted once sent or expired."""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import structlog
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import F
from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import AccountEmail
from games.notifications.emails import make_identity
from games.notifications.smtp_connection import LEASE, ServerDown, SmtpConnection, choose_next_attempt
from games.notifications.smtp_errors import Blame, find_blame

CODE = re.compile(r"[A-Z0-9]{3,6}(-[A-Z0-9]{3,6})*")
LINK = re.compile(r"https?://\S+")

log = structlog.get_logger(__name__)


def remove_expired(now: datetime) -> None:
    expired = AccountEmail.objects.filter(expires_at__lte=now)
    if expired.exists():
        log.warning("account emails not sent in time", count=expired.delete()[0])


def is_any_left() -> bool:
    return AccountEmail.objects.exists()


def claim(now: datetime) -> AccountEmail | None:
    """Lease the oldest due email; the result has the earlier `attempts`."""
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
        line.send(make_message(email))
    except ServerDown as down:
        log.warning("mail server down", reason=type(down.__cause__).__name__)
        change(email, send_at=email.send_at, attempts=email.attempts)
    except OSError as error:
        note_failure(email, find_blame(error), type(error).__name__, now)
    except Exception:
        log.exception("account email not made", email=email.pk)
        try_later(email, now)
    else:
        email.delete()
        return True
    return False


def make_message(email: AccountEmail) -> EmailMultiAlternatives:
    headers = make_identity(email.message_id, email.language)
    message = EmailMultiAlternatives(email.subject, email.text, to=[email.email], headers=headers)
    with translation.override(email.language):
        page = render_to_string(
            "games/emails/account.html", {"subject": email.subject, "parts": list(read_parts(email.text))}
        )
    message.attach_alternative(page, "text/html")
    return message


def read_parts(text: str) -> Iterator[tuple[str, str]]:
    """A `code` to type, a `link` to follow, or a `line` to read."""
    for paragraph in text.strip().split("\n\n"):
        part = paragraph.strip()
        if part:
            yield "code" if CODE.fullmatch(part) else "link" if LINK.fullmatch(part) else "line", part


def note_failure(email: AccountEmail, blame: Blame, reason: str, now: datetime) -> None:
    # Never log what the server said: it quotes the address.
    log.warning("account email failed", email=email.pk, reason=reason, blame=blame.value)
    if blame == Blame.ADDRESS:
        email.delete()
    else:
        try_later(email, now)


def try_later(email: AccountEmail, now: datetime) -> None:
    change(email, send_at=choose_next_attempt(email.attempts, now))


def change(email: AccountEmail, **columns: Any) -> None:
    AccountEmail.objects.filter(pk=email.pk).update(**columns)
