"""Handing notices to the channels: what is due becomes a delivery for each channel on which its recipient wants it."""

from collections.abc import Iterable
from datetime import datetime, timedelta

import structlog
from django.db import transaction

from games.models import Contact, Delivery, Notice, Player
from games.notifications import contacts, schedules
from games.notifications.channels import CHANNELS
from games.notifications.relevance import find_player, is_worth
from games.notifications.reminders import list_left
from games.notifications.selectors import is_secret
from games.notifications.types import KINDS, REMINDER, Group

BATCH = 200
TRY_AGAIN_AFTER = timedelta(minutes=5)
GIVEN_UP_AFTER = timedelta(days=7)

log = structlog.get_logger(__name__)


def spread_due(now: datetime) -> None:
    """Hand over what is due, the oldest first. Several at once do no harm: each row is locked."""
    due = Notice.objects.filter(state=Notice.State.WAITING, send_at__lte=now).order_by("send_at")
    for key in list(due.values_list("pk", flat=True)[:BATCH]):
        try:
            spread(key, now)
        except Exception:
            # A fault of ours must not keep the others waiting.
            log.exception("notice not told", notice=key)
            put_off(key, now)


def put_off(key: int, now: datetime) -> None:
    """Let a notice wait that we failed to hand over; after a week drop it."""
    waiting = Notice.objects.filter(pk=key, state=Notice.State.WAITING)
    waiting.filter(written_at__lt=now - GIVEN_UP_AFTER).update(state=Notice.State.DROPPED)
    waiting.update(send_at=now + TRY_AGAIN_AFTER)


@transaction.atomic
def spread(key: int, now: datetime) -> None:
    """Do with the notice that has the primary key `key` what is to be done, unless another has."""
    waiting = Notice.objects.filter(pk=key, state=Notice.State.WAITING, send_at__lte=now)
    notice = waiting.select_for_update(skip_locked=True).first()
    if notice is None:
        return
    if notice.game.known_title is None:
        # Whether it is still true only newer code can tell.
        waiting.update(send_at=now + TRY_AGAIN_AFTER)
        return
    player = find_player(notice)
    if player is None or not is_worth(notice, player):
        notice.state = Notice.State.DROPPED
    else:
        tell_in_time(notice, player, now)
    notice.save(update_fields=["state", "send_at", "told_at", "told_left"])


def tell_in_time(notice: Notice, player: Player, now: datetime) -> None:
    """Write the deliveries of a notice; a reminder, whose deadline may have moved, waits for each of its thresholds."""
    if notice.kind == REMINDER.code:
        remind(notice, player, now)
    else:
        tell(notice, player, now)


def remind(notice: Notice, player: Player, now: datetime) -> None:
    """Write the deliveries of a reminder once for all thresholds that are reached, and let it wait for the next.

    In a pause none is reached: the end of that lets it be judged again.
    """
    if notice.game.paused_at is not None and notice.game.until is not None:
        notice.send_at = notice.game.until
        return
    left = list_left(notice, player)
    if reached := [time for time in left if time.at <= now]:
        notice.told_left = reached[-1].left
        tell(notice, player, now)
    if later := left[len(reached) :]:
        notice.state, notice.send_at = Notice.State.WAITING, later[0].at
    elif notice.state == Notice.State.WAITING:
        notice.state = Notice.State.TOLD


def tell(notice: Notice, player: Player, now: datetime) -> None:
    """Write the deliveries of a notice, and note on it what became of it."""
    deliveries = plan(notice, player, contacts.list_contacts(notice.recipient), now)
    Delivery.objects.bulk_create(deliveries)
    notice.told_at = now
    notice.state = Notice.State.TOLD if deliveries else Notice.State.UNWANTED


def plan(notice: Notice, player: Player, ways: Iterable[Contact], now: datetime) -> list[Delivery]:
    """Return the deliveries of a notice: what is asked in secret goes by channels that nobody else reads.

    What goes out at once keeps the time for which it was due, by which the site's health is measured.
    """
    if player.muted:
        return []
    is_secret = asks_in_secret(notice)
    due_at = notice.game.due_after_pause(now) if KINDS[notice.kind].group == Group.QUESTION else None
    return [
        Delivery(
            notice=notice,
            channel=way.channel,
            told_at=now,
            send_at=schedules.choose_time(way.rhythm, notice.recipient, now, due_at) or notice.send_at,
        )
        for way in ways
        if contacts.is_wanted(way, notice.kind) and (CHANNELS[way.channel].is_private or not is_secret)
    ]


def asks_in_secret(notice: Notice) -> bool:
    """Tell whether a notice is about a question of which nobody else at the table may know."""
    if KINDS[notice.kind].group != Group.QUESTION:
        return False
    return is_secret(notice.game.played_by, notice.key.rpartition("/")[2])
