"""Reminders of the case of the day. They are off until a user turns them on and chooses an hour.

Notifications belong to tables, so a reminder has its own row with the time when it is next due. It is dropped if
the user has solved the case, or if midnight has passed where they live. A worker moves the time on before it sends,
so that none is sent twice.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from time import monotonic
from typing import Any
from zoneinfo import ZoneInfo

import structlog
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext

from accounts.models import User
from games.models import Case, CaseReminder, Contact, Investigation
from games.notifications import contacts
from games.notifications.account_emails import render_page
from games.notifications.channel_dispatch import note_refused
from games.notifications.channels import CHANNELS, MAIL, client
from games.notifications.channels.types import Line, Message, Outcome
from games.notifications.emails import make_identity, make_link, make_switch_link, make_way_out
from games.notifications.preferences import CASE
from games.notifications.selectors import count_waiting
from games.notifications.smtp_connection import FIRST_PART, LEASE, ServerDown, SmtpConnection, choose_next_attempt
from games.notifications.smtp_errors import Blame, find_blame
from games.notifications.tokens import sign_message_id
from games.state import wall_clock
from insidejob.untranslated import break_links

HOUR = 8
"""The hour offered to those who have not chosen another."""
BATCH = 50
FAILED_DAYS = 7
"""If a channel fails on more days in a row than this, it is paused, as one with news of tables is after a week."""

log = structlog.get_logger(__name__)


def list_channels(user: User) -> list[str]:
    own = [contact.channel for contact in contacts.list_contacts(user)]
    has_feed = Contact.objects.filter(user=user, channel=contacts.FEED).exists()
    return [*own, contacts.FEED] if has_feed else own


def list_chosen(user: User) -> tuple[list[str], int]:
    rows = list(CaseReminder.objects.filter(user=user))
    on = [row.channel for row in rows if row.due_at or row.channel == contacts.FEED]
    return on, rows[0].hour if rows else HOUR


@transaction.atomic
def choose(user: User, channels: Iterable[str], hour: int, now: datetime) -> None:
    CaseReminder.objects.filter(user=user).delete()
    CaseReminder.objects.bulk_create(
        CaseReminder(
            user=user,
            channel=channel,
            hour=hour,
            due_at=None if channel == contacts.FEED else find_next(user, hour, now),
        )
        for channel in channels
    )


def is_mail_on(user: User) -> bool:
    return not user.mail_off and CaseReminder.objects.filter(user=user, channel=MAIL.code).exclude(due_at=None).exists()


def turn_mail(user: User, *, on: bool, now: datetime) -> None:
    for row in CaseReminder.objects.filter(user=user, channel=MAIL.code):
        row.due_at = find_next(user, row.hour, now) if on else None
        row.save(update_fields=["due_at"])


def move_to_zone(person: User, earlier: str, **kwargs: Any) -> None:
    """Move the next reminder to its hour in the user's new time zone, on the day for which it was due.

    If that hour has passed there, the next day's reminder comes first. A reminder that is to be retried, or that a
    worker is sending, keeps its time.
    """
    now, zone, left = timezone.now(), ZoneInfo(person.time_zone), ZoneInfo(earlier)
    for row in CaseReminder.objects.filter(user=person, due_at__gt=now):
        day = row.due_at.astimezone(left).date() if row.due_at else now.date()
        if row.due_at == _find_moment(day, row.hour, left):
            moment = _find_moment(day, row.hour, zone)
            _change(row, due_at=moment if moment > now else find_next(person, row.hour, now))


def find_next(user: User, hour: int, now: datetime) -> datetime:
    """Return the next time it is `hour` where the user lives.

    If the clocks skip that hour, it is the first moment after the gap.
    """
    zone = ZoneInfo(user.time_zone)
    today = now.astimezone(zone).date()
    moments = (_find_moment(today + timedelta(days=days), hour, zone) for days in range(3))
    return next(moment for moment in moments if moment > now)


def _find_moment(day: date, hour: int, zone: ZoneInfo) -> datetime:
    """Return when it is that hour on a day. If the gap ends on the next day, it is the hour before the gap."""
    moment = datetime.combine(day, time(hour), zone).astimezone(UTC)
    if moment.astimezone(zone).date() == day:
        return moment
    return datetime.combine(day, time(hour, fold=1), zone).astimezone(UTC)


def _claim(channels: Iterable[str], now: datetime) -> Iterator[CaseReminder]:
    """Yield the reminders that are due and that no other worker has. Yield none while the clock is in doubt.

    A slow server must not hold up what else the worker sends, so the rest waits for the next round after a minute.
    """
    due, ends_at = CaseReminder.objects.filter(channel__in=channels, due_at__lte=now), monotonic() + FIRST_PART
    if not due.exists() or not wall_clock.is_trusted(now):
        return
    for row in list(due.select_related("user").order_by("due_at")[:BATCH]):
        leased_until = max(now, timezone.now()) + LEASE
        if monotonic() < ends_at and _change(row, due_at=leased_until):
            row.due_at = leased_until
            yield row


def _find_case(user: User, now: datetime) -> Case | None:
    """Return the case to remind the user of, or None if they have solved it or have no address."""
    if user.is_guest or not user.is_active or not user.email:
        return None
    today = now.astimezone(ZoneInfo(user.time_zone)).date()
    solved = Investigation.objects.filter(user=user, case__day=today, accused__isnull=False)
    return None if solved.exists() else Case.objects.filter(day=today).only("number", "level").first()


def _is_of_earlier_day(row: CaseReminder, now: datetime) -> bool:
    """Whether a reminder is of an earlier day, because today's hour is still to come. Today's case gets another one."""
    zone = ZoneInfo(row.user.time_zone)
    return find_next(row.user, row.hour, now).astimezone(zone).date() == now.astimezone(zone).date()


def _finish(row: CaseReminder, now: datetime, **columns: int) -> None:
    _change(row, due_at=find_next(row.user, row.hour, now), attempts=0, **columns)


def _try_later(row: CaseReminder, now: datetime, **columns: int) -> None:
    """Retry a failed reminder later, or at the next day's hour if that comes first."""
    again, tomorrow = choose_next_attempt(row.attempts, now), find_next(row.user, row.hour, now)
    if again < tomorrow:
        _change(row, due_at=again, attempts=row.attempts + 1, **columns)
    else:
        _finish(row, now, **columns)


def _change(row: CaseReminder, **columns: datetime | int) -> bool:
    """Store columns, unless another worker or the user changed the row meanwhile. Return whether they were stored."""
    return bool(CaseReminder.objects.filter(pk=row.pk, due_at=row.due_at).update(**columns))


def send_mail(now: datetime | None = None) -> int:
    now, sent, line = now or timezone.now(), 0, SmtpConnection()
    try:
        for row in _claim([MAIL.code], now):
            sent += _attend_safely(row, partial(_mail_one, line=line), now)
            if not line.works:
                break
    finally:
        line.close()
    return sent


def _attend_safely(row: CaseReminder, send: Callable[..., bool], now: datetime) -> bool:
    """Send a reminder if it is still wanted. If our own code fails, the others are still sent."""
    try:
        contact, case = contacts.find_contact(row.user, row.channel), _find_case(row.user, now)
        is_off = row.channel == MAIL.code and row.user.mail_off
        is_late = _is_of_earlier_day(row, now)
        if case is None or contact is None or is_off or is_late or contacts.is_paused(contact):
            _finish(row, now)
            return False
        return send(row, contact, case, now=now)
    except Exception:
        log.exception("case reminder not made", reminder=row.pk)
        _try_later(row, now)
        return False


def _mail_one(row: CaseReminder, contact: Contact, case: Case, *, line: SmtpConnection, now: datetime) -> bool:
    try:
        line.send(_make_mail(row.user, case))
    except ServerDown:
        _try_later(row, now)
        return False
    except OSError as error:
        if (blame := find_blame(error)) == Blame.ADDRESS:
            contacts.pause_address(row.user)
        log.warning("case reminder failed", reminder=row.pk, blame=blame.value)
        _try_later(row, now)
        return False
    _finish(row, now)
    return True


def _make_mail(user: User, case: Case) -> EmailMultiAlternatives:
    with translation.override(user.language):
        stop_link = make_switch_link(user, CASE)
        context = {
            "case": case,
            "name": break_links(user.shown_name),
            "link": make_link("games:case_of_the_day"),
            "stop": stop_link,
        }
        subject, text = word_subject(case), render_to_string("games/emails/case_reminder.txt", context).strip() + "\n"
        page = render_page(subject, text, stop_link)
    address = str(user.email)
    identity = make_identity(sign_message_id(f"case-{case.number}", address), user.language)
    mail = EmailMultiAlternatives(subject, text, to=[address], headers={**identity, **make_way_out(stop_link)})
    mail.attach_alternative(page, "text/html")
    return mail


def word_subject(case: Case) -> str:
    return gettext("The case of the day: no. %(number)d") % {"number": case.number}


def post(now: datetime | None = None) -> int:
    now = now or timezone.now()
    claimed = _claim([code for code in CHANNELS if code != MAIL.code], now)
    return sum(_attend_safely(row, _post_one, now) for row in claimed)


def _post_one(row: CaseReminder, contact: Contact, case: Case, *, now: datetime) -> bool:
    channel, message = CHANNELS[row.channel], _write_message(row.user, case)
    requests = channel.write(contact, message) if channel.write else []
    outcomes = [client.post(request, channel.gone) for request in requests]
    note_refused(requests, outcomes, now)
    is_taken = Outcome.TAKEN in outcomes
    # A day counts with its first attempt.
    failed_days = row.failed_days + (not row.attempts)
    if Outcome.LATER in outcomes and not is_taken and failed_days <= FAILED_DAYS:
        _try_later(row, now, failed_days=failed_days)
        return False
    if not is_taken:
        contacts.pause(contact)
    _finish(row, now, failed_days=0)
    return is_taken


def _write_message(user: User, case: Case) -> Message:
    with translation.override(user.language):
        link = make_link("games:case_of_the_day")
        said = word_subject(case)
        line = Line(kind="case", table=gettext("The case of the day"), code=f"case-{case.number}", said=said, link=link)
        return Message(title=said, lines=(line,), link=link, waiting=count_waiting(user))


def find_for_feed(user: User, now: datetime) -> tuple[Case, datetime] | None:
    """Return today's case and the time from which on the feed shows it, or None."""
    row = CaseReminder.objects.filter(user=user, channel=contacts.FEED).first()
    case = _find_case(user, now) if row else None
    if row is None or case is None:
        return None
    zone = ZoneInfo(user.time_zone)
    return case, datetime.combine(now.astimezone(zone).date(), time(row.hour), zone)
