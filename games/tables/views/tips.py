"""Tips of a first game. The session keeps which are dismissed."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.decorators import signed_in
from accounts.requests import SignedInRequest
from games.models import Game
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.texts import Tip
from games.state.view import View
from games.tables.selectors.sidebar import Sidebar
from games.tables.selectors.tips import find_tip
from games.tables.views.access import forms_only, get_game

KEY = "tips"
"""By title, the codes of dismissed tips."""
LATER = "later_games"
"""By title, the earliest game known not to be the first."""
ALL = "all"
"""The value that dismisses all tips."""


def choose_tip(request: HttpRequest, sidebar: Sidebar, view: View) -> Tip | None:
    game = sidebar.game
    tip = find_tip(view, request.session.get(KEY, {}).get(game.title, ()))
    if tip is None:
        return None
    later = request.session.get(LATER, {})
    if game.pk >= later.get(game.title, game.pk + 1):
        return None
    if sidebar.is_first:
        return tip
    request.session[LATER] = later | {game.title: game.pk}
    return None


@forms_only
@signed_in
def put_away(request: SignedInRequest, code: str) -> HttpResponse:
    keep_done(request, get_game(code))
    return HttpResponse() if request.htmx else redirect("games:table", code)


def keep_done(request: SignedInRequest, game: Game) -> None:
    """The form of a move names the tip on its page."""
    if "tip" not in request.POST:
        return
    done = request.session.get(KEY, {})
    read = list_read(game.played_by, request.POST["tip"])
    request.session[KEY] = done | {game.title: sorted({*done.get(game.title, ()), *read})}


def list_read(title: AnyTitle, code: str) -> list[str]:
    return [tip.code for tip in title.TEXTS.tips if code in (ALL, tip.code)]
