"""Background work: each task fetches nothing itself and makes one service call."""

from celery import shared_task

from games.services import cleaning, deadlines, post


@shared_task
def sweep() -> None:
    """Close what is due, and note that the site is up."""
    deadlines.sweep()


@shared_task
def send_notices() -> None:
    """Send the mails that are due."""
    post.send_due()


@shared_task
def clear_expired() -> None:
    """Remove what has run out: sessions, and guests who left long ago."""
    cleaning.clear_expired()
