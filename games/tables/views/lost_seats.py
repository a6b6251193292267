"""A game that has begun, for users without a seat there."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from accounts.models import User
from accounts.requests import SignedInRequest
from games.models import Game, Player
from games.people.selectors.blocks import is_kept_apart
from games.state.view import name_of
from games.tables.selectors.circles import find_taken
from games.tables.selectors.notes import has_notes
from games.tables.services.substitutes import find_former
from games.tables.views.access import show_private


def show_lost(request: SignedInRequest, game: Game, players: Sequence[Player]) -> HttpResponse:
    """Show a game to a user without a seat there: one who lost it, a member of the circle, or a stranger."""
    lost = _describe_lost_seat(game, players, request.user)
    taken = None if lost else find_taken(game, players, request.user)
    return (
        show_private(request, **lost) if taken is None else render(request, "games/tables/taken.html", {"taken": taken})
    )


def _describe_lost_seat(game: Game, players: Sequence[Player], user: User) -> dict[str, Any]:
    former = find_former(game, user)
    if former is None:
        return {}
    return {
        "code": game.code,
        "name": game.name,
        "substitute": name_of(players[former.seat]),
        "watch_key": game.watch_key if game.is_running and not is_kept_apart(user, players) else "",
        "has_notes": game.is_running and (bool(former.marks) or has_notes(game, user.pk)),
    }
