"""Background work: each task fetches nothing itself and makes one service call. The sweep has a queue of its own."""

from celery import shared_task
from django.conf import settings

from games.post import bounces, sending
from games.services import cleaning, deadlines


@shared_task
def sweep() -> None:
    """Close what is due, and note that the site is up."""
    deadlines.sweep()


@shared_task
def send_mail() -> None:
    """Send the mails that are due: codes first, then notices."""
    sending.send_due()


@shared_task
def read_bounces() -> None:
    """Pause the addresses whose mail came back, if there is a mailbox to read it in."""
    if settings.BOUNCE_MAILBOX:
        bounces.read_mailbox(settings.BOUNCE_MAILBOX)


@shared_task
def clear_expired() -> None:
    """Remove what has run out: sessions, and guests who left long ago."""
    cleaning.clear_expired()
