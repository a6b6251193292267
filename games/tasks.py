"""Celery tasks: each makes one service call. The settings choose the queues."""

from collections.abc import Callable
from functools import wraps
from threading import BoundedSemaphore

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from games.cases.services import generation
from games.circles import closed_seasons
from games.moderation.services import news
from games.notifications import bounces, case_reminders, channel_dispatch, channel_tests, email_dispatch
from games.personal_data import export as exporting
from games.site import cleaning
from games.tables.services import deadlines, reliability, statistics, unfilled

AT_ONCE = 2
"""How many threads of a process may wait for servers with the same task."""


def in_threads(most: int) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Skip a task if so many threads of the process already run it, so that some stay free for other tasks.

    The task's next message does the work.
    """

    def limit(task: Callable[[], None]) -> Callable[[], None]:
        free = BoundedSemaphore(most)

        @wraps(task)
        def run() -> None:
            if free.acquire(blocking=False):
                try:
                    task()
                finally:
                    free.release()

        return run

    return limit


waiting_for_servers = in_threads(AT_ONCE)
"""This matters for a small site, whose worker runs all queues as threads of one process."""


@shared_task
def sweep() -> None:
    deadlines.sweep()


@shared_task
@waiting_for_servers
def send_mail() -> None:
    email_dispatch.send_due()


@shared_task
@waiting_for_servers
def send_messages() -> None:
    channel_dispatch.send_due()


@shared_task
@waiting_for_servers
def send_case_mail() -> None:
    case_reminders.send_mail()


@shared_task
@waiting_for_servers
def post_case_reminders() -> None:
    case_reminders.post()


@shared_task
@waiting_for_servers
def send_tests() -> None:
    channel_tests.send_due()


@shared_task
@waiting_for_servers
def read_bounces() -> None:
    if settings.BOUNCE_MAILBOX:
        bounces.read_mailbox(settings.BOUNCE_MAILBOX)


@shared_task
def note_answers() -> None:
    reliability.note_due()


@shared_task
def count_statistics() -> None:
    """Count games that ended before there were statistics."""
    statistics.count_due()


@shared_task
def ask_hosts() -> None:
    unfilled.ask_hosts()


@shared_task
def tell_moderators() -> None:
    news.tell_moderators()


@shared_task
def close_seasons() -> None:
    closed_seasons.close_due(timezone.now())


@shared_task
@waiting_for_servers
def make_cases() -> None:
    generation.make_due(timezone.now())


@shared_task
@in_threads(1)
def make_exports() -> None:
    exporting.make_due()


@shared_task
def clear_expired() -> None:
    cleaning.clear_expired()
