"""Sending letters about accounts, each until it is out or of no more use; then row and code are gone."""

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

from accounts.models import Letter
from games.notifications.emails import make_identity
from games.notifications.smtp_connection import LEASE, Line, ServerDown, choose_next_attempt
from games.notifications.smtp_errors import Blame, find_blame

CODE = re.compile(r"[A-Z0-9]{3,6}(-[A-Z0-9]{3,6})*")
LINK = re.compile(r"https?://\S+")

log = structlog.get_logger(__name__)


def remove_expired(now: datetime) -> None:
    """Delete what came too late to be of use."""
    expired = Letter.objects.filter(expires_at__lte=now)
    if expired.exists():
        log.warning("letters not sent in time", count=expired.delete()[0])


def is_any_left() -> bool:
    """Tell whether a letter still waits."""
    return Letter.objects.exists()


def claim(now: datetime) -> Letter | None:
    """Return the oldest letter that is due, taken from all others for a while; it holds the attempts before."""
    due = Letter.objects.filter(send_at__lte=now, expires_at__gt=now).order_by("send_at")
    if not due.exists():
        return None
    with transaction.atomic():
        letter = due.select_for_update(skip_locked=True).first()
        if letter is not None:
            Letter.objects.filter(pk=letter.pk).update(send_at=now + LEASE, attempts=F("attempts") + 1)
    return letter


def deliver(letter: Letter, line: Line, now: datetime) -> bool:
    """Hand over one letter; tell whether it is out. For a fault of ours no other mail is kept waiting."""
    try:
        line.send(make_message(letter))
    except ServerDown as down:
        log.warning("mail server down", reason=type(down.__cause__).__name__)
        change(letter, send_at=letter.send_at, attempts=letter.attempts)
    except OSError as error:
        note_failure(letter, find_blame(error), type(error).__name__, now)
    except Exception:
        log.exception("letter not made", letter=letter.pk)
        try_later(letter, now)
    else:
        letter.delete()
        return True
    return False


def make_message(letter: Letter) -> EmailMultiAlternatives:
    """Return the mail of a letter, ready to be sent, with a page made from its text."""
    headers = make_identity(letter.message_id, letter.language)
    message = EmailMultiAlternatives(letter.subject, letter.text, to=[letter.email], headers=headers)
    with translation.override(letter.language):
        page = render_to_string(
            "games/emails/account.html", {"subject": letter.subject, "parts": list(read_parts(letter.text))}
        )
    message.attach_alternative(page, "text/html")
    return message


def read_parts(text: str) -> Iterator[tuple[str, str]]:
    """Yield each paragraph of a letter with what it is: a `code` to type, a `link` to follow, or a `line` to read."""
    for paragraph in text.strip().split("\n\n"):
        part = paragraph.strip()
        if part:
            yield "code" if CODE.fullmatch(part) else "link" if LINK.fullmatch(part) else "line", part


def note_failure(letter: Letter, blame: Blame, reason: str, now: datetime) -> None:
    """Note that a letter was not taken: an address that does not exist gets none, the rest is tried again."""
    # Never what the server said: it quotes the address.
    log.warning("letter failed", letter=letter.pk, reason=reason, blame=blame.value)
    if blame == Blame.ADDRESS:
        letter.delete()
    else:
        try_later(letter, now)


def try_later(letter: Letter, now: datetime) -> None:
    """Let a letter wait for its next attempt."""
    change(letter, send_at=choose_next_attempt(letter.attempts, now))


def change(letter: Letter, **columns: Any) -> None:
    """Write columns of a letter that still waits."""
    Letter.objects.filter(pk=letter.pk).update(**columns)
