"""Deliveries of every channel: claiming, bundling, checking, storing results."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.models import Contact, Delivery, Notification
from games.notifications import contacts
from games.notifications.relevance import judge
from games.notifications.smtp_connection import LEASE, choose_next_attempt
from games.notifications.types import NOTIFICATION_TYPES, Group

State = Delivery.State
BATCH = 100
GIVEN_UP_AFTER = timedelta(days=7)


def claim(channels: Sequence[str], now: datetime, most: int = BATCH) -> list[Delivery]:
    """Lease what is due; the result has the earlier `attempts`.

    Related rows are loaded later: they may change before that.
    """
    due = Delivery.objects.filter(state=State.WAITING, channel__in=channels, send_at__lte=now).order_by("send_at", "pk")
    if not due.exists():
        return []
    with transaction.atomic():
        batch = list(due.select_for_update(skip_locked=True)[:most])
        taken = Delivery.objects.filter(pk__in=[delivery.pk for delivery in batch])
        taken.update(send_at=now + LEASE, attempts=F("attempts") + 1)
    return batch


def group(batch: Sequence[Delivery]) -> list[list[Delivery]]:
    """Bundle what goes out as one message. A retry repeats its bundle."""
    notifications = Notification.objects.in_bulk([delivery.notification_id for delivery in batch])
    bundles: dict[object, list[Delivery]] = {}
    for delivery in batch:
        if notification := notifications.get(delivery.notification_id):
            bundles.setdefault(choose_bundle(delivery, notification), []).append(delivery)
    return list(bundles.values())


def choose_bundle(delivery: Delivery, notification: Notification) -> object:
    if delivery.attempts:
        return delivery.message_id
    is_held = delivery.send_at > delivery.told_at
    if is_held or NOTIFICATION_TYPES[notification.kind].group == Group.QUESTION:
        return notification.recipient_id, delivery.channel, is_held
    return delivery.pk


def bind(bundle: Sequence[Delivery]) -> str:
    message_id = bundle[0].message_id
    others = [delivery.pk for delivery in bundle if delivery.message_id != message_id]
    if others:
        Delivery.objects.filter(pk__in=others).update(message_id=message_id)
    return message_id


def release(batch: Iterable[Delivery]) -> None:
    """Undo a claim: `/health/` computes the delay from the due time."""
    for delivery in batch:
        change(delivery, send_at=delivery.send_at, attempts=delivery.attempts)


def sift(bundle: Iterable[Delivery], contact: Contact | None, now: datetime) -> list[Delivery]:
    """Return what to send; store the result of the rest."""
    left = []
    for delivery in bundle:
        if contact is None or not contacts.is_wanted(contact, delivery.notification.kind):
            finish(delivery, State.DROPPED)
            continue
        verdict = judge(delivery, now, is_paused=contacts.is_paused(contact))
        if verdict.state == State.SENT:
            left.append(delivery)
        elif verdict.state == State.WAITING:
            change(delivery, send_at=verdict.until, attempts=delivery.attempts)
        else:
            finish(delivery, verdict.state)
    return left


def headline(bundle: Iterable[Delivery]) -> list[Delivery]:
    """Keep one of each table: the last question, else the last."""
    last: dict[int, Delivery] = {}
    for delivery in sorted(bundle, key=rank):
        last[delivery.notification.game_id] = delivery
    return list(last.values())


def rank(delivery: Delivery) -> tuple[bool, int]:
    is_question = NOTIFICATION_TYPES[delivery.notification.kind].group == Group.QUESTION
    return is_question, delivery.notification_id


def try_later(delivery: Delivery, now: datetime) -> bool:
    """Return True if given up, after a week."""
    if delivery.told_at < now - GIVEN_UP_AFTER:
        finish(delivery, State.GIVEN_UP)
        return True
    change(delivery, send_at=choose_next_attempt(delivery.attempts, now))
    return False


def finish(delivery: Delivery, state: Delivery.State, **columns: Any) -> None:
    change(delivery, state=state, done_at=timezone.now(), **columns)


def change(delivery: Delivery, **columns: Any) -> None:
    Delivery.objects.filter(pk=delivery.pk, state=State.WAITING).update(**columns)
