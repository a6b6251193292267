"""Reads: the public tables at which a seat is free."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games.clock.table_clock import DAY, HOUR, PACES
from games.models import FormerPlayer, Game
from games.people.selectors.blocks import name_kept_apart

PACES_LIKE: Mapping[str, tuple[int, int]] = {
    "evening": (PACES[0], HOUR),
    "relaxed": (HOUR + 1, 3 * DAY),
    "week": (3 * DAY + 1, PACES[-1]),
}
"""By the code of a preset, the shortest and the longest time for a turn, in seconds, that is called like it."""


@dataclass(frozen=True)
class Wanted:
    """What a reader asks of a table; what is empty or 0 is all the same to them."""

    title: str = ""
    seats: int = 0
    # A key of `PACES_LIKE`.
    pace: str = ""
    # The code of the language of the person who opened it.
    language: str = ""


def list_public(wanted: Wanted, user: User | None) -> QuerySet[Game]:
    """Return the open public tables with a free seat, those with the fewest first; each has `free`, how many.

    Their players and host come along. Nothing of a table is there that its invitation does not tell. One from which
    `user` was removed, or that is full to them because of a block, is left out; a visitor is None.
    """
    removed = FormerPlayer.objects.filter(game=OuterRef("pk"), user=user, removed=True)
    apart = Q(name_kept_apart(user, "pk")) if user else Q(pk=None)
    free = Count("players", filter=Q(players__user=None, players__bot=""))
    return (
        Game.timed.filter(status=Game.Status.OPEN, is_public=True, host__is_active=True, **narrow(wanted))
        .exclude(Exists(removed))
        .exclude(apart)
        .annotate(free=free)
        .filter(free__gt=0)
        .select_related("host")
        .prefetch_related("players__user")
        .order_by("free", "opened_at", "pk")
    )


def narrow(wanted: Wanted) -> dict[str, Any]:
    """Return what a reader asks of a table as conditions on its row."""
    asked: dict[str, Any] = {"title": wanted.title, "seat_count": wanted.seats, "host__language": wanted.language}
    if wanted.pace:
        asked["pace__range"] = PACES_LIKE[wanted.pace]
    return {field: value for field, value in asked.items() if value}
