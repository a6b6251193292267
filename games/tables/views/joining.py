"""Taking a seat at an open table, for newcomers after they have signed up."""

import time
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.decorators import lead_to
from accounts.models import User
from accounts.rate_limits import may_ask_to_join
from accounts.requests import is_signed_in
from accounts.sign_in.sign_up import keep_an_hour
from games.models import Game
from games.state.queries import find_game
from games.state.refusals import Refusal
from games.tables.selectors.invitations import is_welcome
from games.tables.services import lobby
from games.tables.views.access import forms_only, get_game
from games.tables.views.lobby import make_path, read_key
from games.tables.views.refusals import word_refusal

JOINING = "joining"
"""The session key of a `Joining`."""
JOINING_SECONDS = 60 * 60
"""After this time a newcomer would be surprised to get a seat."""


class Joining(NamedTuple):
    """The table that a newcomer chose before they signed up. The session keeps it as a list."""

    code: str
    since: float
    wish: str = ""
    # The key of the invitation's link.
    key: str = ""

    @property
    def is_recent(self) -> bool:
        return time.time() - self.since < JOINING_SECONDS


@forms_only
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Sit down. Newcomers, and guests where none are welcome, sign up first."""
    game, key = get_game(code), read_key(request.POST)
    if not is_signed_in(request):
        return _sign_up_to_join(request, game)
    try:
        lobby.join_game(code=code, user=request.user, wish=request.POST.get("wish", ""), key=key)
    except Refusal as refusal:
        if refusal.code == "guest":
            return _sign_up_to_join(request, game)
        messages.warning(request, word_refusal(refusal, game.played_by))
        return redirect(make_path(game, key))
    return redirect("games:table", game.code)


def _sign_up_to_join(request: HttpRequest, game: Game) -> HttpResponse:
    key = read_key(request.POST)
    if game.status != Game.Status.OPEN or not is_welcome(game, None, key):
        return redirect("games:table", game.code)
    if not is_signed_in(request):
        if not may_ask_to_join(request):
            return render(request, "games/tables/too_many_newcomers.html", status=429)
        keep_an_hour(request)
    request.session[JOINING] = Joining(game.code, time.time(), request.POST.get("wish", ""), key)
    return lead_to("account_signup", make_path(game, key))


def sit_down_after_sign_in(sender: type[User], request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Seat a newcomer who has signed in since they pressed the button.

    Becoming a guest is no sign-up. `left` is the session of a guest who signed in to an account.
    """
    if user.is_guest:
        return
    left = getattr(request, "left", {})
    kept = request.session.pop(JOINING, None) or left.get(JOINING)
    if not kept or not (joining := Joining(*kept)).is_recent:
        return
    try:
        lobby.join_game(code=joining.code, user=user, wish=joining.wish, key=joining.key)
    except Refusal as refusal:
        game = find_game(joining.code)
        messages.warning(request, word_refusal(refusal, game.known_title if game else None))
