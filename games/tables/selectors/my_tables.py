from django.db.models import Case, Count, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from accounts.models import User
from games.fast.compiled_queries import Given
from games.models import Game, Message, Player
from games.models.known_rules import name_known
from games.models.outage import name_site_clock
from games.people.selectors.blocks import name_shown_seat, name_unheard


def list_games(user: User) -> QuerySet[Player]:
    """Return the user's seats: games that wait for the user first, then running, open and finished ones.

    Seats kept for the user are left out where a block applies. `unread` counts the messages of others.
    """
    waits = Q(name_known("game__"), game__status=Game.Status.RUNNING, game__paused_at=None) & ~Q(owes="")
    section = Case(
        When(waits, then=0),
        When(game__status=Game.Status.RUNNING, then=1),
        When(game__status=Game.Status.OPEN, then=2),
        default=3,
    )
    said = Message.objects.filter(game=OuterRef("game"), pk__gt=OuterRef("talk_read")).exclude(seat=OuterRef("seat"))
    said = said.exclude(name_unheard(user, OuterRef(OuterRef("game"))))
    unread = said.order_by().values("game").annotate(count=Count("pk"))
    return (
        Player.objects.filter(user=user)
        .exclude(game__status=Game.Status.CANCELLED)
        .filter(name_shown_seat(user))
        .select_related("game")
        .prefetch_related("game__players__user")
        .annotate(unread=Coalesce(Subquery(unread.values("count")), 0), **name_site_clock())
        .order_by(section, Case(When(waits, then="game__due_at")), "-game__ended_at", "-game__opened_at", "-pk")
    )


def list_going(user: User) -> list[str]:
    """Return the codes of the open and running tables where the user sits."""
    going = Player.objects.filter(user=user, invited=False, game__status__in=Game.GOING)
    return list(going.order_by("game__code").values_list("game__code", flat=True))


def find_next(user: User) -> str | None:
    return list_waiting(user).values_list("game__code", flat=True).first()


def list_waiting(user: User | Given) -> QuerySet[Player]:
    running = Player.objects.filter(name_known("game__"), game__status=Game.Status.RUNNING, game__paused_at=None)
    return running.filter(user=user).exclude(owes="").order_by("game__due_at", "asked_at")
