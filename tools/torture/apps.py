"""Runs inside the site under torture: all channels lead to the sink, and each message says which it is and when made.

What stands in a message was judged true a moment before that: `checks` compares it with the log.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.utils import timezone

HEADER = "X-Torture"
"""The identity of the delivery, and the time at which it was judged."""


class TortureConfig(AppConfig):
    name = "tools.torture"

    def ready(self) -> None:
        """Lead to the sink what goes to servers with fixed names, and mark what goes out."""
        from games.notifications import channel_dispatch, digests
        from games.notifications.channels import discord, ntfy

        sink = f"http://{settings.CHANNELS_MAY_REACH[0]}/"
        ntfy.SERVER, discord.SERVER = f"{sink}ntfy/", f"{sink}discord/"
        channel_dispatch._make_job = mark_posts(channel_dispatch._make_job)
        digests.make_mail = mark_mails(digests.make_mail)


def mark_posts(make_job: Callable[..., Any]) -> Callable[..., Any]:
    """Return a `prepare` that marks the requests it makes."""

    def marked(bundle: Any, now: datetime) -> Any:
        judged_at = timezone.now()
        job = make_job(bundle, now)
        for request in job.requests if job else ():
            request.headers[HEADER] = f"{job.bundle[0].message_id} {judged_at.isoformat()}"
        return job

    return marked


def mark_mails(make_mail: Callable[..., Any]) -> Callable[..., Any]:
    """Return a `make_mail` that marks the mails it makes."""

    def marked(headlines: Any, message_id: str) -> Any:
        mail = make_mail(headlines, message_id)
        mail.extra_headers[HEADER] = f"{message_id} {timezone.now().isoformat()}"
        return mail

    return marked
