"""The page of a spectator and its polls."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from hashlib import sha256
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.requests import is_signed_in
from games.archive.selectors.replay import is_shared
from games.fast.fragment_cache import squeeze
from games.models import Game, Player
from games.notifications.spectators import OPEN_FOR
from games.state.announcements import Line, Spot, find_end, list_lines, read_spot
from games.state.table import load_table
from games.state.view import View
from games.tables.views.access import get_seated
from games.tables.views.polls import PASS_KEPT_FOR, load_again
from games.watching.polls import Stamps, find_slot, keep_pass, name_stamps, note_page, read_stamps_of
from games.watching.selectors import can_be_watched, find_code, may_watch, view_watched
from insidejob.active_language import find_language
from insidejob.cache_stamps import name_pair, name_spectators
from insidejob.streams.passes import lead_to_stream

CLOSED = "closed"
STATES = {CLOSED, *Game.Status.values}


@dataclass(frozen=True)
class Tab:
    name: str
    label: str
    template: str


TABS = (
    Tab("log", gettext_noop("Log"), "games/watching/_log.html"),
    Tab("past", "", "games/watching/_past.html"),
    Tab("about", gettext_noop("Table"), "games/watching/_about.html"),
)


@dataclass(frozen=True)
class Parts:
    """What changes on a page. It is the same for all readers of a language."""

    status: str
    board: str
    panel: str
    # The latest events, for screen readers, and the spot after them.
    lines: tuple[Line, ...]
    announced: Spot

    @property
    def version(self) -> str:
        """A hash of the parts.

        The game's own version would not do, because it also grows with what spectators may not see.
        """
        return sha256(f"{self.status}\0{self.board}\0{self.panel}".encode()).hexdigest()[:16]


@require_safe
def watch(request: HttpRequest, key: str) -> HttpResponse:
    game, players, _stamps = get_watched(request, key)
    if not may_stay(request, game, players):
        return turn_away(request, game, players)
    if not can_be_watched(game, _find_user(request)):
        return _show_closed(request, game, players)
    note_page(request, game)
    view, tab = view_watched(load_table(game, players)), _find_tab(request)
    parts = draw_parts(view, tab)
    tabs = [(each, each.label or view.title.TEXTS.past) for each in TABS]
    context = {"view": view, "key": key, "parts": parts, "tabs": tabs, "tab": tab}
    return _keep_private(render(request, "games/watching/watch.html", context))


@require_safe
def news(request: HttpRequest, key: str) -> HttpResponse:
    """Answer a poll with the parts that differ from version `v`.

    On a page without a board, `v` is the state of the table instead.
    """
    game, players, stamps = get_watched(request, key)
    version = request.GET.get("v", "")
    is_open = can_be_watched(game, _find_user(request))
    is_same_page = version not in STATES if is_open else version == _find_state(game)
    if not (is_same_page and may_stay(request, game, players)):
        return load_again(request, find_slot(request, game))
    if not is_open:
        return HttpResponse(status=204)
    note_page(request, game, OPEN_FOR)
    tab = _find_tab(request)
    parts = _find_parts(game, players, tab, stamps)
    if version == parts.version:
        keep_pass(request, game, parts.version, stamps)
        return HttpResponse(status=204)
    spot = read_spot(request.headers)
    lines = [line for line in parts.lines if line.spot >= spot]
    context = {"key": key, "parts": parts, "tab": tab, "oob": True, "lines": lines}
    return _keep_private(HttpResponse(squeeze(render_to_string("games/watching/_fragments.html", context))))


@require_safe
def listen(request: HttpRequest, key: str) -> HttpResponse:
    """Redirect spectators to a stream. They learn nothing of a table that cannot be watched now."""
    game, players, _stamps = get_watched(request, key)
    user = _find_user(request)
    if not (may_stay(request, game, players) and can_be_watched(game, user)):
        return HttpResponse(status=403)
    news, *ends = name_stamps(request, game.code)
    pairs = [name_pair(user.pk, player.user_id) for player in players if user and player.user_id]
    return lead_to_stream([news], [name_spectators(game.code), *ends, *pairs])


def _find_state(game: Game) -> str:
    return CLOSED if game.is_running and not game.is_watchable else game.status


def get_watched(request: HttpRequest, key: str) -> tuple[Game, list[Player], Stamps]:
    code = find_code(key)
    if code is None:
        raise Http404
    stamps = read_stamps_of(request, code)
    return *get_seated(code), stamps


def may_stay(request: HttpRequest, game: Game, players: Sequence[Player]) -> bool:
    user = _find_user(request)
    return not _is_seated(user, players) and may_watch(game, players, user)


def _find_user(request: HttpRequest) -> User | None:
    return request.user if is_signed_in(request) else None


def _is_seated(user: User | None, players: Sequence[Player]) -> bool:
    return user is not None and any(player.user_id == user.pk for player in players)


def turn_away(request: HttpRequest, game: Game, players: Sequence[Player]) -> HttpResponse:
    """Answer those who may not watch.

    Players go to their seats, and visitors sign in where members can watch. Others get 404.
    """
    user = _find_user(request)
    if _is_seated(user, players):
        return redirect("games:table", game.code)
    if user is None and game.watchers == Game.Watchers.CIRCLE:
        return redirect_to_login(request.get_full_path())
    raise Http404


def _show_closed(request: HttpRequest, game: Game, players: Sequence[Player]) -> HttpResponse:
    """Show what strangers get before the start, after the end, and when the host has closed the game to spectators."""
    context = {
        "key": game.watch_key,
        "name": game.name,
        "title": game.played_by,
        "status": _find_state(game),
        # The code of a finished game leads to no seat.
        "replay": game.code if is_shared(game, players) else "",
    }
    return _keep_private(render(request, "games/watching/closed.html", context))


def _keep_private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "private, no-cache"
    return response


def _find_tab(request: HttpRequest) -> Tab:
    name = request.GET.get("tab")
    return next((tab for tab in TABS if tab.name == name), TABS[0])


def _find_parts(game: Game, players: Sequence[Player], tab: Tab, stamps: Stamps) -> Parts:
    """Return the parts of a page, cached for all spectators by version."""
    name = f"watched:{game.code}:{game.stamp}:{stamps and stamps[0]}:{find_language()}:{tab.name}"
    if stamps and (kept := cache.get(name)):
        return Parts(*kept)
    parts = draw_parts(view_watched(load_table(game, players)), tab)
    if stamps:
        cache.set(name, astuple(parts), PASS_KEPT_FOR)
    return parts


def draw_parts(view: View, tab: Tab) -> Parts:
    """Draw the parts of a page. This takes no request, because nothing depends on who looks."""
    context: dict[str, Any] = {"view": view, "behind": True}
    status, board, panel = (
        squeeze(render_to_string(template, context))
        for template in ("games/watching/_status.html", "games/watching/_board.html", tab.template)
    )
    return Parts(status, board, panel, tuple(list_lines(view)), find_end(view))
