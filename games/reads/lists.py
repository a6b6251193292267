"""Reads: the lists of a person's games, notices and talk."""

from django.db.models import Case, Q, QuerySet, When

from accounts.models import User
from games.models import Game, Message, Notice, Seat

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


def list_games(user: User) -> QuerySet[Seat]:
    """Return the user's seats: those that wait for them, the longest wait first; running, open, finished, latest first.

    A table that was closed before it was dealt is left out.
    """
    waits = Q(game__status=Game.Status.RUNNING) & ~Q(owes="")
    section = Case(
        When(waits, then=0),
        When(game__status=Game.Status.RUNNING, then=1),
        When(game__status=Game.Status.OPEN, then=2),
        default=3,
    )
    return (
        Seat.objects.filter(user=user)
        .exclude(game__status=Game.Status.CANCELLED)
        .select_related("game")
        .prefetch_related("game__seats__user")
        .order_by(section, Case(When(waits, then="asked_at")), "-game__ended_at", "-game__opened_at", "-pk")
    )


def has_played(user: User, title: str) -> bool:
    """Tell whether `user` was ever dealt into a game of the title, a running one included."""
    return Seat.objects.filter(
        user=user, game__title=title, game__status__in=(Game.Status.RUNNING, Game.Status.OVER, Game.Status.AGREED)
    ).exists()


def find_next(user: User, besides: Game | None = None) -> str | None:
    """Return the code of the game that has waited longest for `user`, or None."""
    waiting = Seat.objects.filter(user=user, game__status=Game.Status.RUNNING).exclude(owes="")
    if besides is not None:
        waiting = waiting.exclude(game=besides)
    return waiting.order_by("asked_at").values_list("game__code", flat=True).first()
