"""Account emails: rows that a worker sends, so that no page waits for the mail server."""

from datetime import timedelta
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone, translation
from kombu.exceptions import KombuError

from accounts.models import AccountEmail, User

CODE_LASTS = timedelta(minutes=15)
"""Must match `accounts.sign_in.sign_up` and allauth's settings."""
NEWS_LASTS = timedelta(days=1)
NEWS = {
    "password_reset_key", "password_reset", "password_changed", "password_set", "email_changed", "email_added",
    "email_deleted", "webauthn_added", "webauthn_removed", "totp_activated", "totp_deactivated",
    "recovery_codes_generated", "account_leaving", "account_deleted",
    "account_suspended", "account_closed", "account_given_back", "operator_act", "export_ready",
    "token_made",
}  # fmt: skip
"""Emails still worth sending the next day. The link to a new password is valid for three."""
TASK = "games.tasks.send_mail"
PATIENCE = 1.0
"""Seconds to wait for the broker. Without the message the worker looks within ten seconds."""


def queue_email(name: str, message: EmailMessage, language: str) -> None:
    """Send before all other email. `name`, its template's, decides when it expires."""
    now = timezone.now()
    AccountEmail.objects.create(
        email=message.to[0],
        language=language,
        subject=str(message.subject),
        text=str(message.body),
        written_at=now,
        send_at=now,
        expires_at=now + (NEWS_LASTS if name in NEWS else CODE_LASTS),
    )
    transaction.on_commit(wake_worker)


def send_account_email(user: User, name: str, **context: Any) -> None:
    """Guests have no address: they get nothing."""
    if not user.email:
        return
    known = {"user": user, "site_address": settings.SITE_ADDRESS.rstrip("/"), **context}
    with translation.override(user.language), timezone.override(user.time_zone):
        subject, text = (
            render_to_string(f"account/email/{name}_{part}.txt", known).strip() for part in ("subject", "message")
        )
    queue_email(name, EmailMessage(subject, text, to=[str(user.email)]), user.language)


def wake_worker(task: str = TASK, queue: str = "mail") -> None:
    """Ask a worker to run `task`. It looks at intervals anyway, so a broker that is down does no harm."""
    hurried = {"max_retries": 0, "socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
    options = {**current_app.conf.broker_transport_options, **hurried}
    try:
        with current_app.connection_for_write(connect_timeout=PATIENCE, transport_options=options) as connection:
            current_app.send_task(task, queue=queue, expires=30, connection=connection, retry=False)
    except (KombuError, OSError):
        # Workers log this themselves.
        return
