"""Sends due emails.

Several workers may run at once, because a worker claims a delivery by moving its due time. No lock is held during
network calls. After a crash the email is sent again with the same id.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime

import structlog
from django.utils import timezone

from accounts.models import AccountEmail
from games.models import Delivery, Heartbeat
from games.notifications import account_emails, contacts, digests
from games.notifications.channels import MAIL
from games.notifications.deliveries import State, bind, claim, finish, group, headline, release, sift, try_later
from games.notifications.fan_out import fan_out_due
from games.notifications.smtp_connection import ServerDown, SmtpConnection
from games.notifications.smtp_errors import Blame, find_blame
from games.state import wall_clock

Bundle = Sequence[Delivery]

log = structlog.get_logger(__name__)


def send_due(now: datetime | None = None) -> int:
    """Send the emails that are due. Account emails go first, because someone is waiting for the code."""
    now, sent, line = now or timezone.now(), 0, SmtpConnection()
    account_emails.remove_expired(now)
    left = deque[Bundle]()
    # With a wrong clock, all reminders would be due.
    if wall_clock.is_trusted(now):
        fan_out_due(now)
        left.extend(group(claim([MAIL.code], now), now))
    try:
        while line.is_open:
            # Ask each time: another may have been written.
            if email := account_emails.claim(max(now, timezone.now())):
                sent += account_emails.deliver(email, line, now)
            elif left:
                sent += _attend_safely(left[0], line, now)
                if not line.is_down:
                    left.popleft()
            else:
                break
        _note_trouble(line, sent, now)
    finally:
        line.close()
        release(delivery for bundle in left for delivery in bundle)
    return sent


def _note_trouble(line: SmtpConnection, sent: int, now: datetime) -> None:
    """Store since when the server is down or refuses our emails, or that it works again.

    An email that only waits for a retry proves neither.
    """
    noted = Heartbeat.objects.filter(refused_since__isnull=False)
    if not sent and (line.refuses_us or line.failing_since or not line.works):
        Heartbeat.objects.filter(refused_since=None).update(refused_since=line.failing_since or now)
    elif sent or (noted.exists() and _is_answering(line)):
        noted.update(refused_since=None)


def _is_answering(line: SmtpConnection) -> bool:
    """Whether the server answers. Connect to find out if no failed email is left to retry."""
    failed = Delivery.objects.filter(channel=MAIL.code, state=State.WAITING, attempts__gt=0)
    if failed.exists() or AccountEmail.objects.exists():
        return False
    with suppress(ServerDown):
        line.open()
        return True
    return False


def _attend_safely(bundle: Bundle, line: SmtpConnection, now: datetime) -> bool:
    """Send a bundle. If our own code fails, other bundles are still sent."""
    try:
        left = sift(bundle, contacts.find_contact(bundle[0].notification.recipient, MAIL.code), now)
        return bool(left) and _deliver(left, line, now)
    except Exception:
        log.exception("mail not made", delivery=bundle[0].pk)
        _try_all_later(bundle, now)
        return False


def _deliver(bundle: Bundle, line: SmtpConnection, now: datetime) -> bool:
    message_id = bind(bundle)
    try:
        line.send(digests.make_mail(headline(bundle), message_id))
    except ServerDown as down:
        log.warning("mail server down", reason=type(down.__cause__).__name__)
        return False
    except OSError as error:
        _note_failure(bundle, find_blame(error), type(error).__name__, now)
        return False
    for delivery in bundle:
        finish(delivery, State.SENT)
    return True


def _note_failure(bundle: Bundle, blame: Blame, reason: str, now: datetime) -> None:
    """Store a failure. Only the refusal of an address is final; other failures are retried."""
    if blame == Blame.ADDRESS:
        contacts.pause_address(bundle[0].notification.recipient)
        for delivery in bundle:
            finish(delivery, State.REFUSED)
        return
    # Never log what the server said: it quotes the address.
    log.warning("mail failed", delivery=bundle[0].pk, reason=reason, blame=blame.value)
    _try_all_later(bundle, now)


def _try_all_later(bundle: Iterable[Delivery], now: datetime) -> None:
    for delivery in bundle:
        try_later(delivery, now)
