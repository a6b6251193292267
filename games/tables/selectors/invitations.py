"""Who may enter an open table by its link."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.crypto import constant_time_compare

from accounts.models import User
from games.models import Circle, FormerPlayer, Game, Member, Player


@dataclass(frozen=True)
class Declined:
    """Who declined an invitation with a reason, a code of `FormerPlayer.Declined`. `person` is the user's code."""

    name: str
    person: str
    reason: str


def is_welcome(game: Game, user: User | None, key: str) -> bool:
    """Whether a user without a seat, or a visitor (None), may sit down.

    The table's code is enough until the host removes a player. After that, the `key` of the new link is needed, except
    at public tables and for members of the circle. Removed users always need it.
    """
    if not game.invitation or constant_time_compare(key, game.invitation):
        return True
    return (game.is_public or is_for(game, user)) and not (user and was_removed(game, user))


def is_for(game: Game, user: User | None) -> bool:
    if game.circle_id is None or user is None:
        return False
    return Member.objects.filter(circle=game.circle_id, user=user, invited=False).exists()


def was_removed(game: Game, user: User) -> bool:
    return FormerPlayer.objects.filter(game=game, user=user, removed=True).exists()


def list_declined(game: Game, players: Sequence[Player]) -> list[Declined]:
    """Return the last reason of each user who declined an invitation to an open table and has no seat there now."""
    seated = [player.user_id for player in players if player.user_id is not None]
    rows = FormerPlayer.objects.filter(game=game).exclude(declined="").exclude(user__in=seated)
    last = {row.user_id: row for row in rows.select_related("user").order_by("pk")}
    return [Declined(row.user.shown_name, row.user.code, row.declined) for row in last.values()]


def find_own_circle(game: Game, user: User) -> str:
    """Return the code of the circle if the user owns it and may make the table weekly, else ""."""
    if game.circle_id is None or game.weekly_table_id is not None or game.ended_at is None:
        return ""
    owned = Circle.objects.filter(pk=game.circle_id, owner=user).values_list("code", flat=True)
    return owned.first() or ""
