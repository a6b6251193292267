"""Fan-out: creates deliveries of due notifications."""

from collections.abc import Iterable
from datetime import datetime, timedelta

import structlog
from django.db import transaction

from games.models import Contact, Delivery, Notification, Player
from games.notifications import contacts
from games.notifications.channels import CHANNELS
from games.notifications.relevance import can_be_worded, find_player, is_relevant
from games.notifications.reminders import Threshold, list_times
from games.notifications.schedules import find_held_until
from games.notifications.selectors import is_secret
from games.notifications.types import NOTIFICATION_TYPES, REMINDER, VOTE, Group
from games.state import wall_clock

BATCH = 200
TRY_AGAIN_AFTER = timedelta(minutes=5)
GIVEN_UP_AFTER = timedelta(days=7)

log = structlog.get_logger(__name__)


def fan_out_due(now: datetime) -> None:
    """Create the deliveries of due notifications, oldest first.

    Several workers may run at once, because each row is locked.
    """
    due = Notification.objects.filter(state=Notification.State.WAITING, send_at__lte=now).order_by("send_at")
    for key in list(due.values_list("pk", flat=True)[:BATCH]):
        try:
            _spread(key, now)
        except Exception:
            # Our own errors must not stop the others.
            log.exception("notice not told", notification=key)
            _put_off(key, now)


def _put_off(key: int, now: datetime) -> None:
    waiting = Notification.objects.filter(pk=key, state=Notification.State.WAITING)
    waiting.filter(written_at__lt=now - GIVEN_UP_AFTER).update(state=Notification.State.DROPPED)
    waiting.update(send_at=now + TRY_AGAIN_AFTER)


@transaction.atomic
def _spread(key: int, now: datetime) -> None:
    """Create the deliveries of one notification, unless another worker has it or has done so."""
    waiting = Notification.objects.filter(pk=key, state=Notification.State.WAITING, send_at__lte=now)
    notification = waiting.select_for_update(skip_locked=True).first()
    if notification is None:
        return
    if not can_be_worded(notification):
        waiting.update(send_at=now + TRY_AGAIN_AFTER)
        return
    player = find_player(notification)
    if player is None or not is_relevant(notification, player):
        notification.state = Notification.State.DROPPED
    else:
        _tell_in_time(notification, player, now)
    notification.save(update_fields=["state", "send_at", "told_at", "told_left"])


def _tell_in_time(notification: Notification, player: Player, now: datetime) -> None:
    if notification.kind == REMINDER.code:
        _remind(notification, player, now)
    else:
        _tell(notification, player, now)


def _remind(notification: Notification, player: Player, now: datetime) -> None:
    """Send one reminder, even if several of its times have passed. Then wait for the next one."""
    if not wall_clock.are_deadlines_known(now):
        notification.send_at = now + wall_clock.DOWN_AFTER
        return
    left = _list_left(notification, player)
    if reached := [time for time in left if time.at <= now]:
        notification.told_left = reached[-1].left
        _tell(notification, player, now)
    if later := left[len(reached) :]:
        notification.state, notification.send_at = Notification.State.WAITING, later[0].at
    elif notification.state == Notification.State.WAITING:
        notification.state = Notification.State.TOLD


def _list_left(notification: Notification, player: Player) -> list[Threshold]:
    """Return the reminders still to send. None is sent twice, even if the deadline moves."""
    asked = Notification.objects.filter(recipient=notification.recipient, key=notification.key)
    times = list_times(player, notification.game, vote=asked.filter(kind=VOTE.code).exists())
    return [time for time in times if notification.told_left is None or time.left < notification.told_left]


def _tell(notification: Notification, player: Player, now: datetime) -> None:
    deliveries = _make_deliveries(notification, player, contacts.list_contacts(notification.recipient), now)
    Delivery.objects.bulk_create(deliveries)
    notification.told_at = now
    notification.state = Notification.State.TOLD if deliveries else Notification.State.UNWANTED


def _make_deliveries(
    notification: Notification, player: Player, ways: Iterable[Contact], now: datetime
) -> list[Delivery]:
    """Create a delivery for each contact.

    Secret questions go only to channels that no one else can read. The due time of a delivery is that of its
    notification, unless it is held back, because `/health/` computes the delay from it.
    """
    if player.muted:
        return []
    is_secret = _asks_in_secret(notification)
    return [
        Delivery(
            notification=notification,
            channel=way.channel,
            told_at=now,
            send_at=find_held_until(way.schedule, notification, now) or notification.send_at,
        )
        for way in ways
        if contacts.is_wanted(way, notification.kind) and (CHANNELS[way.channel].is_private or not is_secret)
    ]


def _asks_in_secret(notification: Notification) -> bool:
    if NOTIFICATION_TYPES[notification.kind].group != Group.QUESTION:
        return False
    return is_secret(notification.game.played_by, notification.key.rpartition("/")[2])
