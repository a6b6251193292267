from collections.abc import Iterable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.decorators import posts_only
from accounts.models import User
from games.models import Game, Player
from games.rules.registry import get_rules
from games.state.queries import find_game
from games.state.table import find_seated


def get_game(code: str) -> Game:
    game = find_game(code)
    if game is None:
        raise Http404
    return _require_known(game)


def get_seated(code: str) -> tuple[Game, list[Player]]:
    game, players = find_seated(code)
    if game is None:
        raise Http404
    return _require_known(game), players


def _require_known(game: Game) -> Game:
    """Return the game if this code knows its rules, or if it was closed before the deal and so needs none.

    Raises `UnknownRules`, which the middleware `NewerRules` answers.
    """
    if game.status != Game.Status.CANCELLED:
        get_rules(game.title, game.rules)
    return game


def find_own_player(players: Iterable[Player], user: User) -> Player | None:
    """Return the user's player, or None while the seat is only kept for them."""
    return next((player for player in players if player.user_id == user.pk and player.is_taken), None)


def show_private(request: HttpRequest, **lost: Any) -> HttpResponse:
    """Answer that only players can see the game.

    `lost` comes from `_describe_lost_seat`.
    """
    return render(request, "games/tables/private.html", lost, status=403)


def read_seat(request: HttpRequest) -> int:
    raw = request.POST.get("seat", "")
    return int(raw) if raw.isdecimal() and raw.isascii() and len(raw) < 3 else -1


def read_number(raw: str | None) -> int | None:
    return int(raw) if raw and raw.isdecimal() and raw.isascii() and len(raw) < 10 else None


forms_only = posts_only("games:table", "code")
