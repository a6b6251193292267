"""Background work: each task fetches nothing itself and makes one service call. The settings say in which queue."""

from celery import shared_task
from django.conf import settings

from games.notifications import bounces, channel_dispatch, channel_tests, email_dispatch
from games.personal_data import export as exporting
from games.site import cleaning
from games.tables.services import deadlines, reliability, statistics, unfilled


@shared_task
def sweep() -> None:
    """Close what is due, and note that the site is up."""
    deadlines.sweep()


@shared_task
def send_mail() -> None:
    """Send the mails that are due: codes first, then notices."""
    email_dispatch.send_due()


@shared_task
def send_messages() -> None:
    """Send what is due by every channel but mail."""
    channel_dispatch.send_due()


@shared_task
def send_tests() -> None:
    """Send the test messages that people asked for."""
    channel_tests.send_due()


@shared_task
def read_bounces() -> None:
    """Pause the addresses whose mail came back, if there is a mailbox to read it in."""
    if settings.BOUNCE_MAILBOX:
        bounces.read_mailbox(settings.BOUNCE_MAILBOX)


@shared_task
def note_answers() -> None:
    """Keep how people answered in the games that have ended."""
    reliability.note_due()


@shared_task
def count_statistics() -> None:
    """Count the figures of games that ended before there were any."""
    statistics.count_due()


@shared_task
def ask_hosts() -> None:
    """Ask the hosts of tables that do not fill whether bots should join."""
    unfilled.ask_hosts()


@shared_task
def make_exports() -> None:
    """Put together what people asked to take along."""
    exporting.make_due()


@shared_task
def clear_expired() -> None:
    """Remove what has run out: sessions, and guests who left long ago."""
    cleaning.clear_expired()
