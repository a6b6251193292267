"""The post: takes what is due from the outbox and hands it to the mail server. Several at once do no harm.

Letters about accounts go first, before each notice: a person is waiting for the code. Each mail is claimed by moving
its time on, in a transaction of its own, so that no lock is held while the network is waited for. A worker that dies
between sending and noting it leaves the mail to be sent once more, as the same one.
"""

from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.models import Heartbeat, Notice
from games.post import account_letters, preferences
from games.post.letters import make_mail
from games.post.line import LEASE, Line, ServerDown, choose_next_attempt
from games.post.replies import Blame, find_blame
from games.post.worth import judge
from games.reads import wall_clock

State = Notice.State
BATCH = 100
GIVEN_UP_AFTER = timedelta(days=7)

log = structlog.get_logger(__name__)


def send_due(now: datetime | None = None) -> int:
    """Attend to what is due, letters first, then the oldest notice; return how many mails went out."""
    now, sent, line = now or timezone.now(), 0, Line()
    account_letters.remove_expired(now)
    # By a clock that is wrong all reminders are due.
    left = deque(claim(now) if wall_clock.is_trusted(now) else [])
    try:
        while line.is_open:
            # One that was written a moment ago goes before all notices that are left.
            if letter := account_letters.claim(max(now, timezone.now())):
                sent += account_letters.deliver(letter, line, now)
            elif left:
                sent += attend_safely(left[0], line, now)
                if not line.is_down:
                    left.popleft()
            else:
                break
        note_trouble(line, sent, now)
    finally:
        line.close()
        release(left)
    return sent


def note_trouble(line: Line, sent: int, now: datetime) -> None:
    """Note since when the server has taken nothing, as it is away or refuses us, or that it takes mail again.

    `/health/` tells it, and the pages that ask for a code. What was refused waits for its next attempt and is not late,
    so it tells nothing.
    """
    noted = Heartbeat.objects.filter(refused_since__isnull=False)
    if not sent and (line.refuses_us or not line.works):
        Heartbeat.objects.filter(refused_since=None).update(refused_since=now)
    elif sent or (noted.exists() and is_answering(line)):
        noted.update(refused_since=None)


def is_answering(line: Line) -> bool:
    """Tell whether a server that took nothing is there again, where nothing that failed is left to be tried."""
    failed = Notice.objects.filter(state=State.WAITING, attempts__gt=0)
    if failed.exists() or account_letters.is_any_left():
        return False
    with suppress(ServerDown):
        line.open()
        return True
    return False


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
        preferences.pause_address(notice.recipient)
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
        change(notice, send_at=choose_next_attempt(notice.attempts, now))


def finish(notice: Notice, state: Notice.State) -> None:
    """Note what became of a notice."""
    change(notice, state=state, done_at=timezone.now())


def change(notice: Notice, **columns: Any) -> None:
    """Write columns of a notice that still waits."""
    Notice.objects.filter(pk=notice.pk, state=State.WAITING).update(**columns)
