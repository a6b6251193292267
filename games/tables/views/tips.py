"""Tips of a first game: which one a page shows, and putting them away. The session keeps which are done."""

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
"""Under this name the session keeps, by title, the codes of the tips that were put away."""
LATER = "later_games"
"""Under this name it keeps, by title, the earliest game of which it is known that it was not the first."""
ALL = "all"
"""What the button sends that puts all tips away."""


def choose_tip(request: HttpRequest, sidebar: Sidebar, view: View) -> Tip | None:
    """Return the tip that the page of a table shows, or None.

    The database is asked only if there is one for this moment, and the session keeps which game was not the first: no
    game opened after that one is.
    """
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
    """Put away the tip that was read, or all of the title's. HTMX takes it off the page."""
    keep_done(request, get_game(code))
    return HttpResponse() if request.htmx else redirect("games:table", code)


def keep_done(request: SignedInRequest, game: Game) -> None:
    """Put away the tips that a form names, if any: that of their own, or that of a move made while one was shown."""
    if "tip" not in request.POST:
        return
    done = request.session.get(KEY, {})
    read = list_read(game.played_by, request.POST["tip"])
    request.session[KEY] = done | {game.title: sorted({*done.get(game.title, ()), *read})}


def list_read(title: AnyTitle, code: str) -> list[str]:
    """Return the codes of a title's tips that a form names: one, all, or none if it has no such tip."""
    return [tip.code for tip in title.TEXTS.tips if code in (ALL, tip.code)]
