"""Relevance checks of notifications and deliveries that are due."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts.models import User
from games.clock.table_clock import TOLD_WITHIN
from games.models import Delivery, Game, Notification, Player
from games.notifications.presence import find_activity
from games.notifications.recipients import NO_SEAT, read_seat
from games.notifications.types import (
    CLOSED,
    END_PROPOSED,
    NOTIFICATION_TYPES,
    OPENED,
    OVER,
    PAUSE_PROPOSED,
    REMINDER,
    REPLACED,
    SPECTATORS_PROPOSED,
    STARTED,
    TURN,
    UNREADY,
    VOTE,
    WEEKLY,
)

SEEN_THERE = tuple(kind.code for kind in (STARTED, OVER, PAUSE_PROPOSED, END_PROPOSED, SPECTATORS_PROPOSED))
"""Types that are not sent to users who were at the table since, because there is nothing for them to do."""
LOOK_AGAIN = timedelta(minutes=1)
HOLD = timedelta(minutes=5)
"""How long a notification waits if this code does not know the game's rules."""


@dataclass(frozen=True)
class Verdict:
    """Whether to send a delivery now (SENT), to wait until `until` (WAITING), or to drop it."""

    state: Delivery.State
    until: datetime | None = None


def find_player(notification: Notification) -> Player | None:
    """Return the recipient's player row. A recipient without a seat gets an unsaved one."""
    game, user = notification.game, notification.recipient
    if notification.kind == REPLACED.code:
        return Player(game=game, seat=read_seat(notification), user=user)
    own = game.players.filter(user=user).first()
    may_lack_seat = notification.kind in (WEEKLY.code, UNREADY.code, OPENED.code)
    return Player(game=game, seat=NO_SEAT, user=user) if own is None and may_lack_seat else own


def can_be_worded(notification: Notification) -> bool:
    """Whether this code can check and word a notification.

    It must know the rules of the table, except for the closing of a table that never started.
    """
    return notification.game.known_title is not None or notification.kind == CLOSED.code


def is_relevant(notification: Notification, player: Player | None) -> bool:
    user = notification.recipient
    may_be_told = bool(user.email or user.is_guest or user.bot_owner_id) and user.is_active and user.is_reachable
    return may_be_told and _is_true(notification, player)


def _is_true(notification: Notification, player: Player | None) -> bool:
    return player is not None and NOTIFICATION_TYPES[notification.kind].still_true(notification, player)


def list_weekly(user: User, now: datetime) -> list[Notification]:
    rows = Notification.objects.filter(
        recipient=user, kind=WEEKLY.code, game__status=Game.Status.OPEN, send_at__lte=now
    )
    return [row for row in rows.select_related("game") if _is_true(row, find_player(row))]


def judge(delivery: Delivery, now: datetime, *, is_paused: bool) -> Verdict:
    notification = delivery.notification
    if not can_be_worded(notification):
        return Verdict(Delivery.State.WAITING, now + HOLD)
    player = find_player(notification)
    if player is None or player.muted or not is_relevant(notification, player) or _was_notified(delivery):
        return Verdict(Delivery.State.DROPPED)
    active_at = find_activity(notification.game.pk, notification.recipient.pk)
    if active_at and notification.kind in SEEN_THERE and active_at >= notification.written_at:
        return Verdict(Delivery.State.DROPPED)
    if is_paused:
        return Verdict(Delivery.State.REFUSED)
    told_by = notification.written_at + TOLD_WITHIN
    if active_at is None or notification.kind == REMINDER.code or now >= told_by:
        return Verdict(Delivery.State.SENT)
    return Verdict(Delivery.State.WAITING, min(now + LOOK_AGAIN, told_by))


def _was_notified(delivery: Delivery) -> bool:
    """Whether this channel has already said the same.

    The start of a game and its first question replace each other. The first question is the one written before the
    start; later ones are news. After a pause a question is asked again, so it counts as news, too.
    """
    notification = delivery.notification
    sent = Delivery.objects.filter(
        channel=delivery.channel,
        state=Delivery.State.SENT,
        notification__recipient=notification.recipient,
        notification__game=notification.game,
    )
    if notification.kind == STARTED.code:
        return sent.filter(notification__kind__in=(TURN.code, VOTE.code)).exists()
    return (
        notification.kind in (TURN.code, VOTE.code)
        and sent.filter(
            notification__kind=STARTED.code, notification__pk__gt=notification.pk, done_at__gte=notification.written_at
        ).exists()
    )
