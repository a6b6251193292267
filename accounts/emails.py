"""Account emails. They are rows that a worker sends, so that no page waits for the mail server."""

import re
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
"""How long a code is valid. It must match `accounts.sign_in.sign_up` and allauth's settings."""
NEWS_LASTS = timedelta(days=1)
SUSPENSIONS_LAST = timedelta(days=7)
SUSPENSIONS = {"account_suspended", "account_closed"}
"""Emails about a suspension. They wait longer to be sent, because their readers cannot sign in to read the news."""
OF_GAMES = {"season_over", "weekly_paused", "reports_waiting", "circle_given"}
"""Emails about games. An address that refused an email gets none; it still gets all emails about the account."""
NEWS = SUSPENSIONS | OF_GAMES | {
    "password_reset_key", "password_reset", "password_changed", "password_set", "email_changed", "email_added",
    "email_deleted", "webauthn_added", "webauthn_removed", "totp_activated", "totp_deactivated",
    "recovery_codes_generated", "account_leaving", "account_deleted", "account_given_back", "operator_act",
    "export_ready", "token_made",
}  # fmt: skip
"""Emails that are still worth sending the next day. The link to a new password is valid for three days."""
BLANK_LINES = re.compile(r"\n\s*\n\s*\n")
TASK = "games.tasks.send_mail"
PATIENCE = 1.0
"""How many seconds to wait for the broker. Without its message the worker looks within ten seconds."""


def queue_email(name: str, message: EmailMessage, language: str, stop_link: str = "") -> None:
    """Queue an email that is sent before all others. `name` is that of its template and decides when it expires."""
    now = timezone.now()
    lasts = SUSPENSIONS_LAST if name in SUSPENSIONS else NEWS_LASTS if name in NEWS else CODE_LASTS
    AccountEmail.objects.create(
        email=message.to[0],
        language=language,
        subject=str(message.subject),
        text=str(message.body),
        stop_link=stop_link,
        written_at=now,
        send_at=now,
        expires_at=now + lasts,
    )
    transaction.on_commit(wake_worker)


def send_account_email(user: User, name: str, **context: Any) -> None:
    """Queue an account email. Guests have no address, so they get none.

    Mail programs show a button for a `stop_link` in the context.
    """
    if not user.email or (user.mail_refused_at and name in OF_GAMES):
        return
    known = {"user": user, "site_address": settings.SITE_ADDRESS.rstrip("/"), **context}
    with translation.override(user.language), timezone.override(user.time_zone):
        subject, text = (
            render_to_string(f"account/email/{name}_{part}.txt", known).strip() for part in ("subject", "message")
        )
    text = BLANK_LINES.sub("\n\n", text)
    message = EmailMessage(subject, text, to=[str(user.email)])
    queue_email(name, message, user.language, context.get("stop_link", ""))


def wake_worker(task: str = TASK, queue: str = "mail") -> None:
    """Ask a worker to run `task` now.

    Workers also look at intervals, so it does no harm if the broker is down.
    """
    hurried = {"max_retries": 0, "socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
    options = {**current_app.conf.broker_transport_options, **hurried}
    try:
        with current_app.connection_for_write(connect_timeout=PATIENCE, transport_options=options) as connection:
            current_app.send_task(task, queue=queue, expires=30, connection=connection, retry=False)
    except (KombuError, OSError):
        # The worker's own log has the error.
        return
