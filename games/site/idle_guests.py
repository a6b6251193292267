"""Deletes guests who pressed *Play now* and left.

The user, session and game are deleted after a day, so that a crawler leaves no rows.
"""

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Count, Exists, IntegerField, Model, OuterRef, ProtectedError, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, TruncSecond

from accounts.models import User
from accounts.services import find_away_guests
from games.models import FormerPlayer, Game, Investigation, Move, Player, SealedChoice
from games.rules.engine.values import PLAYER

IDLE_KEPT = timedelta(days=1)
MAX_MOVES = 1
"""The most moves of an idle guest. Two moves of one answer, such as a mission and a card, count as one."""


def remove_idle_guests(now: datetime) -> None:
    for guest in list(_find_idle_guests(now).values_list("pk", flat=True)):
        _remove_idle(guest, now)


def _find_idle_guests(now: datetime) -> QuerySet[User]:
    """Return guests who were away for a day, met no one, played no case, and moved at most once in their games."""
    me = OuterRef("pk")
    with_others = Player.objects.filter(game__host=me, user__isnull=False).exclude(user=me)
    elsewhere = Player.objects.filter(user=me).exclude(game__host=me)
    waiting = Game.objects.filter(host=me, status=Game.Status.OPEN)
    former = FormerPlayer.objects.filter(Q(user=me) | Q(game__host=me))
    cases = Investigation.objects.filter(user=me)
    guests = find_away_guests(now, kept=timedelta()).filter(left_at=None, joined_at__lte=now - IDLE_KEPT)
    for rows in (with_others, elsewhere, waiting, former, cases):
        guests = guests.filter(~Exists(rows))
    moves = _count_own(Move, Count(TruncSecond("made_at"), distinct=True))
    return guests.alias(moves=moves + _count_own(SealedChoice, Count("pk"))).filter(moves__lte=MAX_MOVES)


def _count_own(model: type[Model], count: Count) -> Coalesce:
    """Count the moves of type `model` by the host of each game.

    The host is the only person there.
    """
    own = model._default_manager.filter(game__host=OuterRef("pk"), by=PLAYER).order_by()
    return Coalesce(Subquery(own.values("game__host").annotate(n=count).values("n"), output_field=IntegerField()), 0)


def _remove_idle(guest: int, now: datetime) -> bool:
    """Delete a guest, given by primary key, with their sessions and games. Return False if they came back.

    The games are locked, and so is a game during a move, so a move comes either before or after the deletion.
    """
    games = Game.objects.filter(host=guest)
    try:
        with transaction.atomic():
            list(games.select_for_update().order_by("pk").values_list("pk", flat=True))
            still_idle = _find_idle_guests(now).filter(pk=guest)
            if not still_idle.exists():
                return False
            games.delete()
            User.objects.filter(pk=guest).delete()
    except (ProtectedError, IntegrityError):
        # The guest has just joined a table.
        return False
    return True
