"""Tips of a first game: which one a page shows, and putting them away. The session keeps which are done."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.decorators import signed_in
from accounts.requests import SignedInRequest, is_signed_in
from games.models import Game
from games.reads.page import View
from games.reads.tips import find_tip, is_first_game
from games.rules.protocol import AnyTitle, Tip
from games.views.access import forms_only, get_game

KEY = "tips"
"""Under this name the session keeps, by title, the codes of the tips that were put away."""
ALL = "all"
"""What the button sends that puts all tips away."""


def choose_tip(request: HttpRequest, game: Game, view: View) -> Tip | None:
    """Return the tip that the page of a table shows, or None.

    While a game runs the database is asked until all its tips are put away, be there one for this moment or not: so a
    page costs the same early and late.
    """
    done = request.session.get(KEY, {}).get(game.title, ())
    if not game.is_running or all(tip.code in done for tip in view.title.TEXTS.tips) or not is_signed_in(request):
        return None
    return find_tip(view, done) if is_first_game(request.user, game) else None


@forms_only
@signed_in
def put_away(request: SignedInRequest, code: str) -> HttpResponse:
    """Put away the tip that was read, or all of the title's. HTMX takes it off the page."""
    game = get_game(code)
    done = request.session.get(KEY, {})
    read = list_read(game.played_by, request.POST.get("tip", ""))
    request.session[KEY] = done | {game.title: sorted({*done.get(game.title, ()), *read})}
    return HttpResponse() if request.htmx else redirect("games:table", code)


def list_read(title: AnyTitle, code: str) -> list[str]:
    """Return the codes of a title's tips that a form names: one, all, or none if it has no such tip."""
    return [tip.code for tip in title.TEXTS.tips if code in (ALL, tip.code)]
