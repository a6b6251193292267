"""Notifications of public tables that open, for users who asked for them."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from accounts.models import Block, User
from games.models import Game, Notification, Player, TableAlert
from games.notifications.recipients import NO_SEAT
from games.people.selectors.blocks import is_kept_apart

KIND = "opened"
ONCE_IN = timedelta(days=1)
TOLD_AFTER = timedelta(minutes=1)
"""The delay before users are told, so that a table that closes at once is not told."""
LIVE_FOR = timedelta(minutes=30)
"""How long after its opening a live table is worth telling: its host may not wait longer."""
MAX_TOLD = 500


def list_asking(game: Game, pace: str, now: datetime) -> list[User]:
    """Return the users to notify of a new public table: those who asked, and got no such message in the last day."""
    host = game.host
    lately = Notification.objects.filter(
        recipient=OuterRef("user"),
        kind=KIND,
        state__in=(Notification.State.WAITING, Notification.State.TOLD),
        send_at__gt=now - ONCE_IN,
    )
    asking = TableAlert.objects.filter(
        Q(title__in=("", game.title)),
        Q(pace__in=("", pace)),
        Q(language__in=("", host.language)),
        ~Exists(lately),
        user__is_active=True,
    )
    others = asking.exclude(user=host).exclude(user__in=Block.objects.filter(by=host).values("person"))
    alerts = others.exclude(user__in=Block.objects.filter(person=host).values("by")).select_related("user")
    return [alert.user for alert in alerts[:MAX_TOLD]]


def is_open_to(notification: Notification, player: Player) -> bool:
    """Whether the recipient still wants to know, and can take a free seat."""
    game, user = notification.game, notification.recipient
    if game.status != Game.Status.OPEN or not game.is_public or player.seat != NO_SEAT:
        return False
    if game.clock.is_live and game.opened_at < timezone.now() - LIVE_FOR:
        return False
    players = list(game.players.all())
    is_wanted = TableAlert.objects.filter(user=user).exists()
    return is_wanted and any(other.is_free for other in players) and not is_kept_apart(user, players)
