"""Who may see a table: finding it by its code, and the player who asks."""

from collections.abc import Callable, Iterable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect

from accounts.models import User
from games.models import Game, Player
from games.rules.engine.errors import UnknownRules
from games.state.queries import find_game
from games.state.table import find_seated


def get_game(code: str) -> Game:
    """Return the game called `code`, or answer 404. Raises `UnknownRules`."""
    game = find_game(code)
    if game is None:
        raise Http404
    return require_known(game)


def get_seated(code: str) -> tuple[Game, list[Player]]:
    """Return the game called `code` and its players, as `find_seated` does, or answer 404. Raises `UnknownRules`."""
    game, players = find_seated(code)
    if game is None:
        raise Http404
    return require_known(game), players


def require_known(game: Game) -> Game:
    """Return a game. Raises `UnknownRules` if this code does not know its rules; `NewerRules` answers then."""
    if game.known_title is None:
        raise UnknownRules(game.title, game.rules)
    return game


def find_own_player(players: Iterable[Player], user: User) -> Player | None:
    """Return the one of `players` who `user` is, if they have taken their seat, or None."""
    return next((player for player in players if player.user_id == user.pk and player.is_taken), None)


def read_seat(request: HttpRequest) -> int:
    """Return the seat that a form names, or -1."""
    raw = request.POST.get("seat", "")
    return int(raw) if raw.isdecimal() and raw.isascii() and len(raw) < 3 else -1


def read_number(raw: str | None) -> int | None:
    """Return the number that stands in an address or a form, or None."""
    return int(raw) if raw and raw.isdecimal() and raw.isascii() and len(raw) < 10 else None


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
