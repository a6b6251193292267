"""Celery tasks: each makes one service call. The settings choose the queues."""

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from games.cases.services import generation
from games.notifications import bounces, case_reminders, channel_dispatch, channel_tests, email_dispatch
from games.personal_data import export as exporting
from games.site import cleaning
from games.tables.services import deadlines, reliability, statistics, unfilled


@shared_task
def sweep() -> None:
    deadlines.sweep()


@shared_task
def send_mail() -> None:
    email_dispatch.send_due()


@shared_task
def send_messages() -> None:
    channel_dispatch.send_due()


@shared_task
def send_case_mail() -> None:
    case_reminders.send_mail()


@shared_task
def post_case_reminders() -> None:
    case_reminders.post()


@shared_task
def send_tests() -> None:
    channel_tests.send_due()


@shared_task
def read_bounces() -> None:
    if settings.BOUNCE_MAILBOX:
        bounces.read_mailbox(settings.BOUNCE_MAILBOX)


@shared_task
def note_answers() -> None:
    reliability.note_due()


@shared_task
def count_statistics() -> None:
    """For games that ended before there were statistics."""
    statistics.count_due()


@shared_task
def ask_hosts() -> None:
    unfilled.ask_hosts()


@shared_task
def make_cases() -> None:
    generation.make_due(timezone.now())


@shared_task
def make_exports() -> None:
    exporting.make_due()


@shared_task
def clear_expired() -> None:
    cleaning.clear_expired()
