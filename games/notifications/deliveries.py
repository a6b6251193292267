"""What all channels do with deliveries: claim, bundle and check them, and store results."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.models import User, make_message_id
from games.models import Contact, Delivery, Notification
from games.notifications import contacts
from games.notifications.relevance import Verdict, judge
from games.notifications.schedules import find_held_until
from games.notifications.smtp_connection import LEASE, choose_next_attempt
from games.notifications.types import NOTIFICATION_TYPES, Group

State = Delivery.State
BATCH = 100
GIVEN_UP_AFTER = timedelta(days=7)
LATE_AFTER = timedelta(minutes=30)
"""After an outage of the worker, news of several tables is one message."""


def claim(channels: Sequence[str], now: datetime, most: int = BATCH) -> list[Delivery]:
    """Take due deliveries for a while, so that no other worker sends them.

    These are the `most` oldest ones, and what else is due for the same users, so that it can be one message. They have
    the number of `attempts` before this one. Related rows are loaded later, because they may change until then.
    """
    due = Delivery.objects.filter(state=State.WAITING, channel__in=channels, send_at__lte=now).order_by("send_at", "pk")
    recipients = set(due.values_list("notification__recipient", flat=True)[:most])
    if not recipients:
        return []
    with transaction.atomic():
        batch = _lock(due, recipients)
        taken = Delivery.objects.filter(pk__in=[delivery.pk for delivery in batch])
        taken.update(send_at=now + LEASE, attempts=F("attempts") + 1)
    return batch


def _lock(due: QuerySet[Delivery], recipients: Iterable[int]) -> list[Delivery]:
    """Lock all deliveries of these users, except of users that another worker has locked to take their deliveries."""
    free = User.objects.filter(pk__in=recipients).select_for_update(skip_locked=True, no_key=True)
    users = list(free.values_list("pk", flat=True))
    return list(due.filter(notification__recipient__in=users).select_for_update(skip_locked=True, of=("self",)))


def group(batch: Sequence[Delivery], now: datetime) -> list[list[Delivery]]:
    """Bundle deliveries that go out as one message. A retry sends the same bundle.

    `batch` comes from `claim`, so that its rows have their due times.
    """
    notifications = Notification.objects.in_bulk([delivery.notification_id for delivery in batch])
    bundles: dict[object, list[Delivery]] = {}
    for delivery in batch:
        if notification := notifications.get(delivery.notification_id):
            bundles.setdefault(_choose_bundle(delivery, notification, now), []).append(delivery)
    return list(bundles.values())


def _choose_bundle(delivery: Delivery, notification: Notification, now: datetime) -> object:
    if delivery.attempts:
        return delivery.message_id
    is_held = delivery.send_at > delivery.told_at
    is_late = delivery.send_at < now - LATE_AFTER
    if is_held or is_late or NOTIFICATION_TYPES[notification.kind].group == Group.QUESTION:
        return notification.recipient_id, delivery.channel, is_held
    return delivery.pk


def bind(bundle: Sequence[Delivery]) -> str:
    message_id = bundle[0].message_id
    others = [delivery.pk for delivery in bundle if delivery.message_id != message_id]
    if others:
        Delivery.objects.filter(pk__in=others).update(message_id=message_id)
    return message_id


def release(batch: Iterable[Delivery]) -> None:
    """Give back deliveries without counting an attempt.

    Their due time stays the same, because `/health/` computes the delay from it.
    """
    for delivery in batch:
        change(delivery, send_at=delivery.send_at, attempts=delivery.attempts)


def sift(bundle: Iterable[Delivery], contact: Contact | None, now: datetime) -> list[Delivery]:
    """Return the deliveries to send. The others are dropped, or wait, and that is stored.

    One that waits while others of its bundle go is another email from now on. With the Message-ID that they had in
    common, mail programs would not show it.
    """
    left, waiting = [], []
    for delivery in bundle:
        if contact is None or not contacts.is_wanted(contact, delivery.notification.kind):
            finish(delivery, State.DROPPED)
            continue
        verdict = _decide(delivery, contact, now)
        if verdict.state == State.SENT:
            left.append(delivery)
        elif verdict.state == State.WAITING:
            waiting.append((delivery, verdict.until))
        else:
            finish(delivery, verdict.state)
    is_split = bool(left) or len({until for _, until in waiting}) > 1
    for delivery, until in waiting:
        if is_split:
            change(delivery, send_at=until, attempts=0, message_id=make_message_id())
        else:
            change(delivery, send_at=until, attempts=delivery.attempts)
    return left


def _decide(delivery: Delivery, contact: Contact, now: datetime) -> Verdict:
    """Judge a delivery. One that is late, as after a failed attempt, may still have to wait until its user is awake."""
    verdict = judge(delivery, now, is_paused=contacts.is_paused(contact))
    if verdict.state == State.SENT and contact.schedule == Contact.Schedule.AWAKE:
        held = find_held_until(contact.schedule, delivery.notification, now)
        return Verdict(State.WAITING, held) if held else verdict
    return verdict


def headline(bundle: Iterable[Delivery]) -> list[Delivery]:
    """Keep one delivery per table: the last question, or else the latest."""
    last: dict[int, Delivery] = {}
    for delivery in sorted(bundle, key=_rank):
        last[delivery.notification.game_id] = delivery
    return list(last.values())


def _rank(delivery: Delivery) -> tuple[bool, int]:
    is_question = NOTIFICATION_TYPES[delivery.notification.kind].group == Group.QUESTION
    return is_question, delivery.notification_id


def try_later(delivery: Delivery, now: datetime) -> bool:
    """Plan another attempt.

    After a week the delivery is given up instead. Return True in that case.
    """
    if delivery.told_at < now - GIVEN_UP_AFTER:
        finish(delivery, State.GIVEN_UP)
        return True
    change(delivery, send_at=choose_next_attempt(delivery.attempts, now))
    return False


def finish(delivery: Delivery, state: Delivery.State, **columns: Any) -> None:
    change(delivery, state=state, done_at=timezone.now(), **columns)


def change(delivery: Delivery, **columns: Any) -> None:
    Delivery.objects.filter(pk=delivery.pk, state=State.WAITING).update(**columns)
