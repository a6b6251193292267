"""The landing page, and starting a game against bots from it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from accounts.availability.time_zones import read_time_zone
from accounts.models import User
from accounts.rate_limits import may_make_guest
from accounts.services import sign_in_guest
from games.cases.views.desk import find_case_of_today
from games.home.greeting import greet
from games.rules.registry import TITLES
from games.state.refusals import Refusal
from games.tables.forms.opening import choose_usual
from games.tables.services import lobby
from games.tables.views.refusals import word_refusal
from games.tables.views.titles import CAST, describe_titles, find_title
from insidejob.compression import keep_plain, keep_steady

FLAGSHIP = next(iter(TITLES))


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    greeting = greet(request.user) if isinstance(request.user, User) else None
    response = render(
        request,
        "games/home/landing.html",
        {"titles": describe_titles(), "cast": CAST, "case": find_case_of_today(request), "greeting": greeting},
    )
    return keep_steady(keep_plain(response)) if greeting and greeting.asks_in_secret else response


@require_http_methods(["GET", "HEAD", "POST"])
def play_now(request: HttpRequest) -> HttpResponse:
    """Open a game against bots at once.

    A visitor who is not signed in becomes a guest. Guests are limited per network and hour, because each leaves a
    row and a game.
    """
    if request.method != "POST":
        return redirect("games:home")
    title, user = find_title(request.POST.get("title", FLAGSHIP)), request.user
    if not isinstance(user, User):
        if not may_make_guest(request):
            return render(request, "games/tables/too_many_newcomers.html", status=429)
        user = sign_in_guest(request, time_zone=read_time_zone(request.POST.get("time_zone")))
    try:
        game = lobby.play_against_bots(
            user=user, title=title.NAME, seat_count=title.USUAL_SEATS, options=choose_usual(title)
        )
    except Refusal as refusal:
        messages.warning(request, word_refusal(refusal, title))
        return redirect("games:my_games")
    return redirect("games:table", game.code)
