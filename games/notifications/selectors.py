"""What waits for a user, and which notifications they had."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games.models import Delivery, Game, Notification, Player
from games.models.known_rules import name_known
from games.models.outage import name_site_clock, read_site_clock
from games.rules.engine.protocol import AnyTitle


@dataclass(frozen=True)
class Waiting:
    """Public."""

    game: Game
    decision: str
    asked_at: datetime
    due_at: datetime


def is_openly_asked(title: AnyTitle | None, player: Player) -> bool:
    """Whether others may know that a player is asked; False for unknown rules."""
    return bool(title and player.owes and not is_secret(title, player.owes))


def is_secret(title: AnyTitle, decision: str) -> bool:
    """`decision` is a name such as `guess-2`."""
    return decision.rpartition("-")[0] in title.SECRET_QUESTIONS


def list_waiting(user: User) -> list[Waiting]:
    """At tables that are not muted."""
    return [
        Waiting(player.game, player.owes, player.asked_at, player.game.until)
        for player in find_waiting(user)
        if not player.muted and player.asked_at and player.game.until
        if is_openly_asked(player.game.known_title, player)
    ]


def count_waiting(user: User) -> int:
    """Includes secret questions: show it to the user only."""
    return sum(1 for _ in find_waiting(user))


def find_waiting(user: User) -> Iterator[Player]:
    """Without paused games, games against bots alone, and unknown rules."""
    running = Player.objects.filter(name_known("game__"), game__status=Game.Status.RUNNING, game__paused_at=None)
    others = Player.objects.filter(game=OuterRef("game"), user__left_at=None).exclude(user=None).exclude(user=user)
    asked = running.filter(Exists(others), user=user, stand_in=False).exclude(owes="").annotate(**name_site_clock())
    for player in asked.select_related("game").order_by("game__due_at", "pk"):
        player.game.site_clock = read_site_clock(player)
        yield player


def list_notifications(user: User, *, dropped: bool) -> QuerySet[Notification]:
    """Latest first; unneeded ones only if `dropped`."""
    told = Notification.objects.filter(recipient=user).exclude(state=Notification.State.WAITING, told_at=None)
    if not dropped:
        of_it = Delivery.objects.filter(notification=OuterRef("pk")).exclude(state=Delivery.State.DROPPED)
        told = told.filter(Exists(of_it) | Q(state=Notification.State.UNWANTED))
    return told.select_related("game").prefetch_related("deliveries").order_by("-pk")
