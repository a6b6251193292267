"""Vacations that everyone at a table may know of."""

from datetime import date

from django.utils import timezone

from accounts.availability.vacations import Vacation, find_current, list_coming
from accounts.models import User
from games.models import Game, Player


def list_announced(game: Game, player: Player) -> tuple[Vacation, ...]:
    """Return a player's current and coming vacations, the next one first."""
    if player.user is None or not game.vacations or game.status not in Game.GOING:
        return ()
    return tuple(list_coming(player.user.vacations, timezone.now()))


def find_back(game: Game, player: Player) -> date | None:
    """Return the day of return if the player is away, else None."""
    current = find_current(list_announced(game, player), timezone.now())
    return current.back if current else None


def list_unmoved(user: User) -> list[Game]:
    """Return the user's running games that do not wait for vacations."""
    running = Game.objects.filter(status=Game.Status.RUNNING, vacations=False)
    return list(running.filter(players__user=user, players__stand_in=False).order_by("pk"))
