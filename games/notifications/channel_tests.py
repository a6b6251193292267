"""The test button of a channel.

The request writes a row, the worker sends the message, and the page polls for the outcome.
"""

import time
from datetime import timedelta

import structlog
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.emails import wake_worker
from games.models import ChannelTest, Contact
from games.notifications import messages
from games.notifications.channel_dispatch import BATCH, ROUND, Job, note_refused, post_all, write
from games.notifications.channels import CHANNELS, client
from games.notifications.channels.types import Outcome

State = ChannelTest.State
UNDER_WAY = (State.WAITING, State.SENDING)
LASTS = timedelta(minutes=1)
"""After this time a test without an answer counts as failed. It is longer than two rounds of the worker."""
SHOWN_FOR = timedelta(minutes=10)
TASK, QUEUE = "games.tasks.send_tests", "outbound"

log = structlog.get_logger(__name__)


def request_test(contact: Contact) -> bool:
    """Return False while another test of the user is running."""
    now = timezone.now()
    asked = {"contact": contact, "asked_at": now, "state": State.WAITING}
    _, is_first = ChannelTest.objects.get_or_create(user=contact.user, defaults=asked)
    if not is_first:
        over = ~Q(state__in=UNDER_WAY) | Q(asked_at__lte=now - LASTS)
        if not ChannelTest.objects.filter(over, user=contact.user).update(**asked):
            return False
    transaction.on_commit(lambda: wake_worker(TASK, QUEUE))
    return True


def find_state(contact: Contact) -> str:
    now = timezone.now()
    test = ChannelTest.objects.filter(contact=contact, asked_at__gt=now - SHOWN_FOR).first()
    if test is None:
        return ""
    is_late = test.state in UNDER_WAY and test.asked_at <= now - LASTS
    return State.LATER if is_late else test.state


def send_due() -> None:
    begun = time.monotonic()
    batch = _claim()
    made = [(test, job) for test in batch if (job := _make_job(test))]
    outcomes = post_all([job for _test, job in made], client.post, begun + ROUND)
    for (test, job), came in zip(made, outcomes, strict=True):
        note_refused(job.requests, came, timezone.now())
        tried = [outcome or Outcome.LATER for outcome in came]
        note(test, min(tried, key=list(Outcome).index, default=Outcome.NEVER))


def _claim() -> list[ChannelTest]:
    with transaction.atomic():
        waiting = ChannelTest.objects.filter(state=State.WAITING, asked_at__gt=timezone.now() - LASTS)
        batch = list(waiting.select_for_update(skip_locked=True).order_by("asked_at")[:BATCH])
        ChannelTest.objects.filter(pk__in=[test.pk for test in batch]).update(state=State.SENDING)
    return batch


def _make_job(test: ChannelTest) -> Job | None:
    contact = test.contact
    try:
        message = messages.write_test(contact.user.language)
        return Job(contact, CHANNELS[contact.channel], (), write(contact, message))
    except Exception:
        log.exception("test not made", test=test.pk)
        note(test, Outcome.LATER)
        return None


def note(test: ChannelTest, outcome: Outcome) -> None:
    """Store the outcome of a test, unless another test was asked for since."""
    ChannelTest.objects.filter(pk=test.pk, asked_at=test.asked_at).update(state=State(outcome.value))
