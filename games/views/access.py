"""Who may see a table: finding it by its code, and the seat of whoever asks."""

from collections.abc import Callable, Iterable
from functools import wraps

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, redirect

from accounts.models import User
from games.models import Game, Seat


def get_game(code: str) -> Game:
    """Return the game called `code`, or answer 404."""
    return get_object_or_404(Game, code=code)


def find_own_seat(seats: Iterable[Seat], user: User) -> Seat | None:
    """Return the seat that `user` has taken among `seats`, or None."""
    return next((seat for seat in seats if seat.user_id == user.pk and seat.is_taken), None)


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
