"""Tips for newcomers, shown in their first game of a title. The session keeps which are dismissed."""

from collections.abc import Collection
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.decorators import signed_in
from accounts.requests import SignedInRequest
from games.models import Game
from games.rules.engine.texts import Tip
from games.state.table import load_table
from games.state.view import View, view_table
from games.tables.selectors.sidebar import Sidebar
from games.tables.views.access import find_own_player, forms_only, get_seated
from insidejob.compression import pad_for

KEY = "tips"
"""The session key of dismissed tips, by title."""
LATER = "later_games"
"""The session key of the earliest game known not to be the first, by title."""
ALL = "all"
"""The value that dismisses all tips."""


@dataclass(frozen=True, slots=True)
class NextTip:
    """A tip for this moment, and which of how many it is. Some of them fit no moment of a game, and never come."""

    tip: Tip
    number: int
    total: int


def choose_tip(request: HttpRequest, sidebar: Sidebar, view: View) -> NextTip | None:
    game = sidebar.game
    tip = _find_tip(view, request.session.get(KEY, {}).get(game.title, ()))
    if tip is None:
        return None
    later = request.session.get(LATER, {})
    if game.pk >= later.get(game.title, game.pk + 1):
        return None
    if sidebar.is_first:
        return tip
    request.session[LATER] = later | {game.title: game.pk}
    return None


def _find_tip(view: View, done: Collection[str]) -> NextTip | None:
    if view.is_replay or not view.game.goes_on or view.me is None or view.me.has_stand_in:
        return None
    tips = view.title.TEXTS.tips
    left = [tip for tip in tips if tip.code not in done]
    found = next((tip for tip in left if tip.when(view.seen)), None)
    return NextTip(found, len(tips) - len(left) + 1, len(tips)) if found else None


@forms_only
@signed_in
def put_away(request: SignedInRequest, code: str) -> HttpResponse:
    """Dismiss a tip, and answer with the next one for the same moment, if there is one."""
    game, players = get_seated(code)
    _keep_done(request, game)
    own = find_own_player(players, request.user)
    if not request.htmx:
        return redirect("games:table", code)
    if own is None or not game.is_running:
        return HttpResponse()
    view = view_table(load_table(game, players, request.user), own.seat)
    context = {"view": view, "tip": choose_tip(request, Sidebar(game, own), view)}
    return pad_for(render(request, "games/tables/_tip.html", context), own, "tip")


def _keep_done(request: SignedInRequest, game: Game) -> None:
    done = request.session.get(KEY, {})
    code = request.POST.get("tip", "")
    read = [tip.code for tip in game.played_by.TEXTS.tips if code in (ALL, tip.code)]
    request.session[KEY] = done | {game.title: sorted({*done.get(game.title, ()), *read})}
