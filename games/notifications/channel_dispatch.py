"""Sends deliveries of all channels except email.

Threads make the network calls and never touch the database. No transaction is open meanwhile.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from django.utils import timezone

from games.models import Contact, Delivery
from games.notifications import contacts, messages
from games.notifications.channels import CHANNELS, MAIL, client
from games.notifications.channels.types import Channel, Message, Outcome, Request
from games.notifications.deliveries import State, bind, change, claim, finish, group, headline, sift, try_later
from games.notifications.fan_out import fan_out_due
from games.state import wall_clock

OTHERS = [code for code in CHANNELS if code != MAIL.code]
THREADS = 8
BATCH = 16
"""How many deliveries go out at once. A push message goes to every browser of a user, up to ten."""
ROUND = 15.0
"""For this many seconds a round may start further batches and posts."""
SILENT_AFTER, SILENT_FOR = 2.0, timedelta(seconds=30)
"""A server that fails after this many seconds is skipped for that long, so that it does not hold up others."""
silent_until: dict[str, float] = {}
"""Until when a silent server is skipped, by `time.monotonic`. Each process has its own."""

Post = Callable[[Request, frozenset[int]], Outcome | None]
"""A function that takes a request and the response statuses that mean a final refusal, and returns None if it was
not tried.
"""

log = structlog.get_logger(__name__)


@dataclass
class Job:
    contact: Contact
    channel: Channel
    bundle: Sequence[Delivery]
    requests: Sequence[Request]


def send_due(now: datetime | None = None) -> int:
    now = now or timezone.now()
    # With a wrong clock, all reminders would be due.
    if not wall_clock.is_trusted(now):
        return 0
    fan_out_due(now)
    taken, ends_at = 0, time.monotonic() + ROUND
    while time.monotonic() < ends_at and (batch := claim(OTHERS, now, BATCH)):
        jobs = [job for bundle in group(batch, now) if (job := _prepare_safely(bundle, now))]
        for job, outcomes in zip(jobs, post_all(jobs, post, ends_at), strict=True):
            taken += _note(job, outcomes, now)
    return taken


def _prepare_safely(bundle: Sequence[Delivery], now: datetime) -> Job | None:
    """Return the job for a bundle. After an error of our own, return None and retry the bundle later."""
    try:
        return _make_job(bundle, now)
    except Exception:
        log.exception("message not made", delivery=bundle[0].pk)
        for delivery in bundle:
            try_later(delivery, now)
        return None


def _make_job(bundle: Sequence[Delivery], now: datetime) -> Job | None:
    contact = contacts.find_contact(bundle[0].notification.recipient, bundle[0].channel)
    left = sift(bundle, contact, now)
    if contact is None or not left:
        return None
    bind(left)
    return Job(contact, CHANNELS[contact.channel], left, write(contact, messages.write_message(headline(left))))


def write(contact: Contact, message: Message) -> list[Request]:
    make = CHANNELS[contact.channel].write
    return make(contact, message) if make else []


def post_all(jobs: Iterable[Job], post: Post, ends_at: float) -> list[list[Outcome | None]]:
    """Post the requests of all jobs, and return the outcomes of each. No post starts after `ends_at`."""

    def post_in_time(request: Request, gone: frozenset[int]) -> Outcome | None:
        return post(request, gone) if time.monotonic() < ends_at else None

    with ThreadPoolExecutor(THREADS) as pool:
        futures = [[pool.submit(post_in_time, each, job.channel.gone) for each in job.requests] for job in jobs]
        return [[future.result() for future in each] for each in futures]


def post(request: Request, gone: frozenset[int]) -> Outcome | None:
    server, begun = "/".join(request.url.split("/", 3)[:3]), time.monotonic()
    if silent_until.get(server, begun) > begun:
        return None
    silent_until.pop(server, None)
    outcome = client.post(request, gone)
    if outcome == Outcome.LATER and time.monotonic() - begun > SILENT_AFTER:
        silent_until[server] = time.monotonic() + SILENT_FOR.total_seconds()
    return outcome


def _note(job: Job, outcomes: Sequence[Outcome | None], now: datetime) -> bool:
    """Store what became of a job and return whether it was accepted. If nothing was tried, no attempt is counted."""
    note_refused(job.requests, outcomes, now)
    if Outcome.TAKEN in outcomes:
        for delivery in job.bundle:
            finish(delivery, State.SENT)
        return True
    if Outcome.LATER in outcomes:
        given_up = [try_later(delivery, now) for delivery in job.bundle]
        if any(given_up):
            contacts.pause(job.contact)
        return False
    if None in outcomes:
        for delivery in job.bundle:
            change(delivery, send_at=now + SILENT_FOR, attempts=delivery.attempts)
        return False
    contacts.pause(job.contact)
    for delivery in job.bundle:
        finish(delivery, State.REFUSED)
    return False


def note_refused(requests: Sequence[Request], outcomes: Sequence[Outcome | None], now: datetime) -> None:
    """Push no more to the browsers that were refused, until they subscribe again at their next visit."""
    for request, outcome in zip(requests, outcomes, strict=True):
        if outcome == Outcome.NEVER and request.device is not None:
            contacts.note_refused(request.device, now)
