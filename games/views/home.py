"""The landing page, and from it a game against bots at once."""

from allauth.core import ratelimit
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.services import sign_in_guest
from games.rules.registry import TITLES
from games.services import lobby

QUICK_TITLE, QUICK_SEATS = next(iter(TITLES)), 4


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what this site is and how to start."""
    return render(request, "games/home.html")


@require_http_methods(["GET", "HEAD", "POST"])
def play_now(request: HttpRequest) -> HttpResponse:
    """Start a game against bots, as a guest if nobody is signed in, and go to its table.

    One network makes so many guests an hour and no more: each is a row and a game that stay for a month.
    Whoever comes by a link is led to the first page, where the button is.
    """
    if request.method != "POST":
        return redirect("games:home")
    user = request.user
    if not isinstance(user, User):
        if not ratelimit.consume(request, action="guest"):
            return render(request, "games/too_many_guests.html", status=429)
        user = sign_in_guest(request)
    game = lobby.play_against_bots(user=user, title=QUICK_TITLE, seat_count=QUICK_SEATS)
    return redirect("games:table", game.code)
