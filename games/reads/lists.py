"""Reads: the lists of a person's games, notices and talk."""

from django.db.models import Case, Count, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from accounts.models import User
from games.models import Game, Message, Notice, Player

TALK_SHOWN = 200


def list_talk(game: Game) -> list[Message]:
    """Return what was said at a table, oldest first, as far as it is shown."""
    return list(reversed(Message.objects.filter(game=game).order_by("-pk")[:TALK_SHOWN]))


def list_notices(user: User, *, dropped: bool) -> QuerySet[Notice]:
    """Return what was to be told to the user by mail, the latest first; not what has not had its time yet.

    What was no longer true when its time came is left out unless `dropped`.
    """
    tried = Notice.objects.filter(recipient=user).exclude(state=Notice.State.WAITING, attempts=0)
    if not dropped:
        tried = tried.exclude(state=Notice.State.DROPPED)
    return tried.select_related("game").order_by("-pk")


def list_games(user: User) -> QuerySet[Player]:
    """Return the user as a player of each game, first those that wait for them, the next deadline before the others.

    Then those that are running, open, and finished, the latest first. A table closed before it was dealt is left out.
    Each has `unread`: how much the others said there that the user was not shown.
    """
    waits = Q(game__status=Game.Status.RUNNING) & ~Q(owes="")
    section = Case(
        When(waits, then=0),
        When(game__status=Game.Status.RUNNING, then=1),
        When(game__status=Game.Status.OPEN, then=2),
        default=3,
    )
    said = Message.objects.filter(game=OuterRef("game"), pk__gt=OuterRef("talk_read")).exclude(seat=OuterRef("seat"))
    unread = said.order_by().values("game").annotate(count=Count("pk"))
    return (
        Player.objects.filter(user=user)
        .exclude(game__status=Game.Status.CANCELLED)
        .select_related("game")
        .prefetch_related("game__players__user")
        .annotate(unread=Coalesce(Subquery(unread.values("count")), 0))
        .order_by(section, Case(When(waits, then="game__due_at")), "-game__ended_at", "-game__opened_at", "-pk")
    )


def has_played(user: User, title: str) -> bool:
    """Tell whether `user` was ever dealt into a game of the title, a running one included."""
    return Player.objects.filter(
        user=user, game__title=title, game__status__in=(Game.Status.RUNNING, Game.Status.OVER, Game.Status.AGREED)
    ).exists()


def find_next(user: User, besides: Game | None = None) -> str | None:
    """Return the code of the game that waits for `user` with the next deadline, or None."""
    waiting = Player.objects.filter(user=user, game__status=Game.Status.RUNNING).exclude(owes="")
    if besides is not None:
        waiting = waiting.exclude(game=besides)
    return waiting.order_by("game__due_at", "asked_at").values_list("game__code", flat=True).first()
