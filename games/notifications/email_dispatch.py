"""Mail: takes what is due and hands it to the mail server. Several at once do no harm.

Letters about accounts go first, before each notice: a person is waiting for the code. Each delivery is claimed by
moving its time on, in a transaction of its own, so that no lock is held while the network is waited for. A worker that
dies between sending and noting it leaves the mail to be sent once more, as the same one. What one person is asked at
one time is one mail.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime

import structlog
from django.utils import timezone

from games.models import Delivery, Heartbeat
from games.notifications import account_emails, contacts, digests
from games.notifications.channels import MAIL
from games.notifications.deliveries import State, bind, claim, finish, group, headline, release, sift, try_later
from games.notifications.fan_out import fan_out_due
from games.notifications.smtp_connection import ServerDown, SmtpConnection
from games.notifications.smtp_errors import Blame, find_blame
from games.state import wall_clock

Bundle = Sequence[Delivery]
"""What goes out together: deliveries to one person."""

log = structlog.get_logger(__name__)


def send_due(now: datetime | None = None) -> int:
    """Attend to what is due, letters first, then the oldest notice; return how many mails went out."""
    now, sent, line = now or timezone.now(), 0, SmtpConnection()
    account_emails.remove_expired(now)
    left = deque[Bundle]()
    # By a clock that is wrong all reminders are due.
    if wall_clock.is_trusted(now):
        fan_out_due(now)
        left.extend(group(claim([MAIL.code], now)))
    try:
        while line.is_open:
            # One that was written a moment ago goes before all notices that are left.
            if email := account_emails.claim(max(now, timezone.now())):
                sent += account_emails.deliver(email, line, now)
            elif left:
                sent += attend_safely(left[0], line, now)
                if not line.is_down:
                    left.popleft()
            else:
                break
        note_trouble(line, sent, now)
    finally:
        line.close()
        release(delivery for bundle in left for delivery in bundle)
    return sent


def note_trouble(line: SmtpConnection, sent: int, now: datetime) -> None:
    """Note since when the server has taken nothing, as it is away or refuses us, or that it takes mail again.

    `/health/` tells it, and the pages that ask for a code. What was refused waits for its next attempt and is not late,
    so it tells nothing.
    """
    noted = Heartbeat.objects.filter(refused_since__isnull=False)
    if not sent and (line.refuses_us or not line.works):
        Heartbeat.objects.filter(refused_since=None).update(refused_since=now)
    elif sent or (noted.exists() and is_answering(line)):
        noted.update(refused_since=None)


def is_answering(line: SmtpConnection) -> bool:
    """Tell whether a server that took nothing is there again, where nothing that failed is left to be tried."""
    failed = Delivery.objects.filter(channel=MAIL.code, state=State.WAITING, attempts__gt=0)
    if failed.exists() or account_emails.is_any_left():
        return False
    with suppress(ServerDown):
        line.open()
        return True
    return False


def attend_safely(bundle: Bundle, line: SmtpConnection, now: datetime) -> bool:
    """Attend to one bundle; should that fail for a fault of ours, all others must not be kept waiting by it."""
    try:
        left = sift(bundle, contacts.find_contact(bundle[0].notification.recipient, MAIL.code), now)
        return bool(left) and deliver(left, line, now)
    except Exception:
        log.exception("mail not made", delivery=bundle[0].pk)
        try_all_later(bundle, now)
        return False


def deliver(bundle: Bundle, line: SmtpConnection, now: datetime) -> bool:
    """Make the mail and hand it over; tell whether it is out."""
    message_id = bind(bundle)
    try:
        line.send(digests.make_mail(headline(bundle), message_id))
    except ServerDown as down:
        log.warning("mail server down", reason=type(down.__cause__).__name__)
        return False
    except OSError as error:
        note_failure(bundle, find_blame(error), type(error).__name__, now)
        return False
    for delivery in bundle:
        finish(delivery, State.SENT)
    return True


def note_failure(bundle: Bundle, blame: Blame, reason: str, now: datetime) -> None:
    """Note that a mail was not taken. Only the refusal of an address is final; the rest is tried again."""
    if blame == Blame.ADDRESS:
        contacts.pause_address(bundle[0].notification.recipient)
        for delivery in bundle:
            finish(delivery, State.REFUSED)
        return
    # Never what the server said: it quotes the address.
    log.warning("mail failed", delivery=bundle[0].pk, reason=reason, blame=blame.value)
    try_all_later(bundle, now)


def try_all_later(bundle: Iterable[Delivery], now: datetime) -> None:
    """Let what failed wait for its next attempt."""
    for delivery in bundle:
        try_later(delivery, now)
