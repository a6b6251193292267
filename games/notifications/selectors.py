"""What waits for a person, as far as everybody at its table may know that it does; and what they were told."""

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
    """A table that openly waits for somebody, and the name of what they are asked."""

    game: Game
    decision: str
    asked_at: datetime
    due_at: datetime


def is_openly_asked(title: AnyTitle | None, player: Player) -> bool:
    """Tell whether everybody at the table may know that a player is being asked something.

    Of a game whose rules are not known nobody can tell.
    """
    return bool(title and player.owes and not is_secret(title, player.owes))


def is_secret(title: AnyTitle, decision: str) -> bool:
    """Tell whether others may not know who is asked the decision of this name, such as `guess-2`."""
    return decision.rpartition("-")[0] in title.SECRET_QUESTIONS


def list_waiting(user: User) -> list[Waiting]:
    """Return what openly waits for a person, the next deadline first. What is asked in secret is left out."""
    return [
        Waiting(player.game, player.owes, player.asked_at, player.game.until)
        for player in find_waiting(user)
        if player.asked_at and player.game.until and is_openly_asked(player.game.known_title, player)
    ]


def count_waiting(user: User) -> int:
    """Return how many tables wait for a person, for their own eyes: those that ask in secret count."""
    return sum(1 for _ in find_waiting(user))


def find_waiting(user: User) -> Iterator[Player]:
    """Yield a person as a player of each running game that asks them something and is not paused.

    Games against bots alone are left out: nobody waits there. So are those whose rules this code does not know: they
    could not answer.
    """
    running = Player.objects.filter(name_known("game__"), game__status=Game.Status.RUNNING, game__paused_at=None)
    others = Player.objects.filter(game=OuterRef("game"), user__left_at=None).exclude(user=None).exclude(user=user)
    asked = running.filter(Exists(others), user=user, stand_in=False).exclude(owes="").annotate(**name_site_clock())
    for player in asked.select_related("game").order_by("game__due_at", "pk"):
        player.game.site_clock = read_site_clock(player)
        yield player


def list_notifications(user: User, *, dropped: bool) -> QuerySet[Notification]:
    """Return what was to be told to the user, the latest first, each with its deliveries.

    What has its time still to come is left out, and what was no longer true when its time came unless `dropped`.
    """
    told = Notification.objects.filter(recipient=user).exclude(state=Notification.State.WAITING, told_at=None)
    if not dropped:
        of_it = Delivery.objects.filter(notification=OuterRef("pk")).exclude(state=Delivery.State.DROPPED)
        told = told.filter(Exists(of_it) | Q(state=Notification.State.UNWANTED))
    return told.select_related("game").prefetch_related("deliveries").order_by("-pk")
