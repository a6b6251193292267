"""The post: takes what is due from the outbox and hands it to the mail server. Several at once do no harm.

A notice is claimed by moving its time on, in a transaction of its own, so that no lock is held while the network is
waited for. Whoever dies between sending and noting it leaves the notice to be sent once more, as the same mail.
"""

from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.models import Heartbeat, Notice
from games.services import wishes
from games.services.mail import make_mail
from games.services.replies import Blame, find_blame
from games.services.verdicts import judge

State = Notice.State
BATCH = 100
BATCH_TIME = timedelta(seconds=20)
"""No mail is begun later: the worker has a sweep to do, and the lease must hold."""
LEASE = timedelta(minutes=3)
PAUSES = [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240)]
"""Between attempts; the last one for all that follow."""
LOSSES_BORNE = 2
"""So many connections lost, or refusals of us, in a row are not the mail's fault."""
GIVEN_UP_AFTER = timedelta(days=7)

log = structlog.get_logger(__name__)


class ServerDown(Exception):
    """The mail server cannot be reached, or takes nothing from us."""


class Line:
    """One connection to the mail server, opened when needed, and again after it was lost."""

    def __init__(self) -> None:
        self.connection: Any = None
        self.losses = 0
        self.is_down = False
        self.refuses_us = False

    @property
    def works(self) -> bool:
        """Whether another mail is worth a try."""
        return not self.is_down and self.losses < LOSSES_BORNE

    def send(self, message: EmailMessage) -> None:
        """Hand over one mail. Raises `ServerDown`, or what the server or the network said."""
        self.open()
        try:
            self.connection.send_messages([message])
        except OSError as error:
            # The server may have hung up with its answer: the next mail gets a fresh connection.
            self.close()
            blame = find_blame(error)
            self.losses = 0 if blame in (Blame.ADDRESS, Blame.MAIL) else self.losses + 1
            self.refuses_us |= blame == Blame.US
            raise
        self.losses = 0

    def open(self) -> None:
        """Connect, unless connected. Raises `ServerDown`."""
        if self.connection is not None:
            return
        connection = get_connection()
        try:
            connection.open()
        except OSError as error:
            self.is_down = True
            raise ServerDown from error
        self.connection = connection

    def close(self) -> None:
        """Hang up."""
        if self.connection is not None:
            with suppress(OSError):
                self.connection.close()
        self.connection = None


def send_due(now: datetime | None = None) -> int:
    """Attend to what is due, oldest first; return how many mails went out."""
    now, begun, sent = now or timezone.now(), timezone.now(), 0
    left, line = deque(claim(now)), Line()
    try:
        while left and line.works and timezone.now() < begun + BATCH_TIME:
            sent += attend_safely(left[0], line, now)
            if not line.is_down:
                left.popleft()
    finally:
        line.close()
        release(left)
    if sent or line.refuses_us:
        note_refusal(now, is_over=sent > 0)
    return sent


def note_refusal(since: datetime, *, is_over: bool) -> None:
    """Note since when the server has refused us, or that it takes mail again: `/health/` tells it.

    The refused mails themselves wait for their next attempts and are not late, so they tell nothing.
    """
    noted = Heartbeat.objects.filter(refused_since__isnull=not is_over)
    noted.update(refused_since=None if is_over else since)


def claim(now: datetime) -> list[Notice]:
    """Return what is due and take it from all others for a while. They hold the attempts before this one."""
    due = Notice.objects.filter(state=State.WAITING, send_at__lte=now).order_by("send_at")
    if not due.exists():
        return []
    with transaction.atomic():
        # Person and game are read one by one, when a notice's turn has come: by then they may have changed.
        batch = list(due.select_for_update(skip_locked=True)[:BATCH])
        taken = Notice.objects.filter(pk__in=[notice.pk for notice in batch])
        taken.update(send_at=now + LEASE, attempts=F("attempts") + 1)
    return batch


def release(batch: Iterable[Notice]) -> None:
    """Give back what was claimed and not tried, due as it was: `/health/` tells how long the server has been away."""
    for notice in batch:
        change(notice, send_at=notice.send_at, attempts=notice.attempts)


def attend_safely(notice: Notice, line: Line, now: datetime) -> bool:
    """Attend to one notice; should that fail for a fault of ours, all others must not be kept waiting by it."""
    try:
        return attend(notice, line, now)
    except Exception:
        log.exception("mail not made", notice=notice.pk)
        try_later(notice, now)
        return False


def attend(notice: Notice, line: Line, now: datetime) -> bool:
    """Do with one notice what is to be done; tell whether a mail went out."""
    verdict = judge(notice, now)
    if verdict.state == State.SENT:
        return deliver(notice, line, now)
    if verdict.state == State.WAITING:
        change(notice, send_at=verdict.until, attempts=notice.attempts)
    else:
        finish(notice, verdict.state)
    return False


def deliver(notice: Notice, line: Line, now: datetime) -> bool:
    """Make the mail and hand it over; tell whether it is out."""
    try:
        line.send(make_mail(notice))
    except ServerDown as down:
        log.warning("mail server down", reason=type(down.__cause__).__name__)
        return False
    except OSError as error:
        note_failure(notice, find_blame(error), type(error).__name__, now)
        return False
    finish(notice, State.SENT)
    return True


def note_failure(notice: Notice, blame: Blame, reason: str, now: datetime) -> None:
    """Note that a mail was not taken. Only the refusal of an address is final; the rest is tried again."""
    if blame == Blame.ADDRESS:
        wishes.pause_address(notice.recipient)
        finish(notice, State.REFUSED)
        return
    # Never what the server said: it quotes the address.
    log.warning("mail failed", notice=notice.pk, reason=reason, blame=blame.value)
    try_later(notice, now)


def try_later(notice: Notice, now: datetime) -> None:
    """Let a failed notice wait for its next attempt, longer each time; after a week of it, give up."""
    if notice.written_at < now - GIVEN_UP_AFTER:
        finish(notice, State.GIVEN_UP)
    else:
        change(notice, send_at=now + PAUSES[min(notice.attempts, len(PAUSES) - 1)])


def finish(notice: Notice, state: Notice.State) -> None:
    """Note what became of a notice."""
    change(notice, state=state, done_at=timezone.now())


def change(notice: Notice, **columns: Any) -> None:
    """Write columns of a notice that still waits."""
    Notice.objects.filter(pk=notice.pk, state=State.WAITING).update(**columns)
