"""The landing page, which says which tables wait for its user, and starting a game against bots from it."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from accounts.availability.time_zones import read_time_zone
from accounts.models import User
from accounts.services import sign_in_guest
from games.cases.views.desk import find_case_of_today
from games.models import Game, Player
from games.models.outage import name_site_clock, read_site_clock
from games.rules.registry import TITLES
from games.state.refusals import Refusal
from games.tables.forms.opening import choose_usual
from games.tables.services import lobby
from games.tables.views.guests import refuse_newcomer
from games.tables.views.refusals import word_refusal
from games.tables.views.titles import CAST, describe_titles, find_title
from insidejob.compression import keep_plain, keep_steady

FLAGSHIP = next(iter(TITLES))
NAMED = 5
"""How many tables are named."""


@dataclass(frozen=True)
class WaitingTable:
    code: str
    name: str
    due_at: datetime | None
    # Only bots play with the user, so no one waits.
    is_alone: bool


@dataclass(frozen=True)
class Greeting:
    """`count` is how many tables wait, as in `count_waiting`; those against bots alone do not.

    `tables` are the most urgent ones, and then those against bots where it is the user's turn.
    """

    tables: tuple[WaitingTable, ...]
    count: int
    # Whether a question to the user could be secret, so that the page leaves room for it.
    asks_in_secret: bool


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    greeting = _greet(request.user) if isinstance(request.user, User) else None
    response = render(
        request,
        "games/home/landing.html",
        {"titles": describe_titles(), "cast": CAST, "case": find_case_of_today(request), "greeting": greeting},
    )
    return keep_steady(keep_plain(response)) if greeting and greeting.asks_in_secret else response


def _greet(user: User) -> Greeting:
    others = Player.objects.filter(game=OuterRef("game"), user__left_at=None).exclude(user=None).exclude(user=user)
    running = Player.objects.filter(user=user, game__status=Game.Status.RUNNING).select_related("game")
    running = running.annotate(has_others=Exists(others), **name_site_clock())
    players = list(running.order_by("-has_others", "game__due_at", "asked_at"))
    waiting = []
    for player in players:
        player.game.site_clock = read_site_clock(player)
        if player.owes and player.game.paused_at is None and player.game.known_title:
            is_alone = not getattr(player, "has_others", True)
            due_at = None if is_alone else player.game.until
            waiting.append(WaitingTable(player.game.code, player.game.name, due_at, is_alone))
    titles = [player.game.known_title for player in players]
    count = sum(not table.is_alone for table in waiting)
    return Greeting(tuple(waiting[:NAMED]), count, any(not each or each.SECRET_QUESTIONS for each in titles))


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
        if refusal_page := refuse_newcomer(request):
            return refusal_page
        user = sign_in_guest(request, time_zone=read_time_zone(request.POST.get("time_zone")))
    try:
        game = lobby.play_against_bots(
            user=user, title=title.NAME, seat_count=title.USUAL_SEATS, options=choose_usual(title)
        )
    except Refusal as refusal:
        messages.warning(request, word_refusal(refusal, title))
        return redirect("games:my_games")
    return redirect("games:table", game.code)
