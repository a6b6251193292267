"""What waits for a user, and which notifications they had."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.models import User
from games.models import Delivery, Game, Notification, Outage, Player, SealedChoice
from games.models.known_rules import name_known
from games.models.outage import name_site_clock, read_site_clock
from games.notifications.recipients import name_event
from games.notifications.types import VOTE
from games.rules.engine.protocol import AnyTitle


@dataclass(frozen=True)
class Waiting:
    """A table that waits for the user, described by public facts."""

    game: Game
    decision: str
    is_vote: bool
    asked_at: datetime
    due_at: datetime
    # When the table was asked, or its deadline last moved.
    changed_at: datetime


def is_openly_asked(title: AnyTitle | None, player: Player) -> bool:
    """Whether others may know that a player is asked. It is False if the rules are unknown to this code."""
    return bool(title and player.owes and not is_secret(title, player.owes))


def is_secret(title: AnyTitle, decision: str) -> bool:
    """Whether only the asked seat may know of a decision. `decision` is a name such as `guess-2`."""
    return decision.rpartition("-")[0] in title.SECRET_QUESTIONS


def list_waiting(user: User) -> list[Waiting]:
    """Return the tables that wait for the user, except muted ones."""
    back_at = Outage.objects.order_by("-pk").values_list("ended_at", flat=True).first()
    waiting = list(find_waiting(user))
    votes = _list_votes(user, waiting)
    return [
        Waiting(
            game=game,
            decision=player.owes,
            is_vote=name_event(game, player) in votes,
            asked_at=player.asked_at,
            due_at=game.until,
            changed_at=_find_change(game, player.asked_at, back_at),
        )
        for player in waiting
        if not player.muted and player.asked_at and (game := player.game).until
        if is_openly_asked(game.known_title, player)
    ]


def _list_votes(user: User, waiting: Iterable[Player]) -> set[str]:
    """Return the keys of the questions that are votes. Their notifications say so, so the tables need not be loaded."""
    keys = [name_event(player.game, player) for player in waiting]
    told = Notification.objects.filter(recipient=user, kind=VOTE.code, key__in=keys)
    return set(told.values_list("key", flat=True))


def _find_change(game: Game, asked_at: datetime, back_at: datetime | None) -> datetime:
    """Return when a deadline last moved. The site came back from its last outage at `back_at`."""
    return max(moment for moment in (asked_at, game.due_set_at, back_at) if moment is not None)


def count_waiting(user: User) -> int:
    """Return how many tables wait for the user.

    Secret questions are counted, so only the user may see the number.
    """
    return sum(1 for _ in find_waiting(user))


def find_waiting(user: User) -> Iterator[Player]:
    """Yield the user's seats that are asked something.

    Paused games, games against bots alone and games of unknown rules are left out.
    """
    running = Player.objects.filter(name_known("game__"), game__status=Game.Status.RUNNING, game__paused_at=None)
    others = Player.objects.filter(game=OuterRef("game"), user__left_at=None).exclude(user=None).exclude(user=user)
    asked = running.filter(Exists(others), user=user, stand_in=False).exclude(owes="").annotate(**name_site_clock())
    for player in asked.select_related("game").order_by("game__due_at", "pk"):
        player.game.site_clock = read_site_clock(player)
        yield player


def _list_open_secrets(user: User) -> list[tuple[Game, str]]:
    """Return the secret questions that the user is asked, or has answered while others are still asked."""
    running = Game.Status.RUNNING
    owed = Player.objects.filter(user=user, game__status=running).exclude(owes="").select_related("game")
    own_seat = {"game__players__user": user, "game__players__seat": F("seat")}
    sealed = SealedChoice.objects.filter(**own_seat, game__status=running).select_related("game")
    open_now = [(player.game, player.owes) for player in owed] + [(each.game, each.decision) for each in sealed]
    return [(game, name) for game, name in open_now if game.known_title and is_secret(game.known_title, name)]


def list_notifications(user: User, *, dropped: bool) -> QuerySet[Notification]:
    """Return a user's notifications, the latest first.

    With `dropped`, those that were not sent because they were no longer true are included. A notification of a secret
    question is left out until the question is over, because the length of the list would tell that the user was asked.
    """
    told = Notification.objects.filter(recipient=user).exclude(state=Notification.State.WAITING, told_at=None)
    for game, decision in _list_open_secrets(user):
        told = told.exclude(game=game, key__endswith=f"/{decision}")
    if not dropped:
        of_it = Delivery.objects.filter(notification=OuterRef("pk")).exclude(state=Delivery.State.DROPPED)
        told = told.filter(Exists(of_it) | Q(state=Notification.State.UNWANTED))
    return told.select_related("game").prefetch_related("deliveries").order_by("-pk")
