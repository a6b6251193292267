"""Who may see a table: finding it by its code, and the player who asks."""

from collections.abc import Callable, Iterable
from functools import wraps

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, redirect

from accounts.models import User
from games.models import Game, Player


def get_game(code: str) -> Game:
    """Return the game called `code`, or answer 404."""
    return get_object_or_404(Game, code=code)


def find_own_player(players: Iterable[Player], user: User) -> Player | None:
    """Return the one of `players` who `user` is, if they have taken their seat, or None."""
    return next((player for player in players if player.user_id == user.pk and player.is_taken), None)


def forms_only(view: Callable[[HttpRequest, str], HttpResponse]) -> Callable[[HttpRequest, str], HttpResponse]:
    """Let `view` answer what is posted; lead whoever comes by a link to the table, where the form is.

    So do those who have just signed in, and a page reloaded after it refused what was sent.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, code: str) -> HttpResponse:
        if request.method == "POST":
            return view(request, code)
        if request.method in ("GET", "HEAD"):
            return redirect("games:table", code)
        return HttpResponseNotAllowed(["GET", "HEAD", "POST"])

    return wrapped
