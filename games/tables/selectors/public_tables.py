"""Public tables: those with a free seat, and running games to watch."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.clock.table_clock import DAY, HOUR, LIVE_PACE
from games.models import FormerPlayer, Game, Player
from games.models.known_rules import name_known
from games.people.selectors.blocks import name_kept_apart

HOST_SEEN_WITHIN = timedelta(minutes=10)
# The range of seconds per turn that counts as each preset. Together they have every pace that a table may have kept.
PACES_LIKE: Mapping[str, tuple[int, int]] = {
    "evening": (0, HOUR),
    "relaxed": (HOUR + 1, 3 * DAY),
    "week": (3 * DAY + 1, 365 * DAY),
}


def find_pace(seconds: int) -> str:
    """Return the code of the preset that a pace counts as."""
    return next(code for code, (_, most) in PACES_LIKE.items() if seconds <= most)


@dataclass(frozen=True)
class Wanted:
    """What a reader looks for in the public list. Empty values and 0 mean anything."""

    title: str = ""
    seats: int = 0
    pace: str = ""
    # Of the host.
    language: str = ""


def list_public(wanted: Wanted, user: User | None) -> QuerySet[Game]:
    removed = FormerPlayer.objects.filter(game=OuterRef("pk"), user=user, removed=True)
    apart = Q(name_kept_apart(user, "pk")) if user else Q(pk=None)
    free = Count("players", filter=Q(players__user=None, players__bot=""))
    return (
        Game.timed.filter(status=Game.Status.OPEN, is_public=True, host__is_active=True, **_narrow(wanted))
        .exclude(Exists(removed))
        .exclude(apart)
        .exclude(_name_left_alone())
        .annotate(free=free)
        .filter(free__gt=0)
        .select_related("host")
        .prefetch_related("players__user")
        .order_by("free", "opened_at", "pk")
    )


def _name_left_alone() -> Q:
    """Return a condition on live tables whose host has not looked at them for some time.

    A game at a live pace starts only if people are there, so such tables are not listed.
    """
    seen_after = timezone.now() - HOST_SEEN_WITHIN
    return Q(pace__lte=LIVE_PACE) & (Q(host_seen_at=None) | Q(host_seen_at__lt=seen_after))


def list_watchable(wanted: Wanted, user: User | None) -> QuerySet[Game]:
    """Return games that anyone may watch, the latest first, with players and host.

    The user's own games are left out, and those that `list_public` would leave out, too. `user` is None for a visitor.
    """
    games = Game.objects.filter(
        name_known(),
        status=Game.Status.RUNNING,
        is_public=True,
        watchers=Game.Watchers.LINK,
        watching_closed=False,
        host__is_active=True,
        **_narrow(wanted),
    )
    if user:
        removed = FormerPlayer.objects.filter(game=OuterRef("pk"), user=user, removed=True)
        own = Player.objects.filter(game=OuterRef("pk"), user=user)
        games = games.exclude(Exists(removed)).exclude(Exists(own)).exclude(Q(name_kept_apart(user, "pk")))
    return games.prefetch_related("players__user").order_by("-started_at", "-pk")


def _narrow(wanted: Wanted) -> dict[str, Any]:
    asked: dict[str, Any] = {"title": wanted.title, "seat_count": wanted.seats, "host__language": wanted.language}
    if wanted.pace:
        asked["pace__range"] = PACES_LIKE[wanted.pace]
    return {field: value for field, value in asked.items() if value}
