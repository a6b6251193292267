"""Links in emails.

A link that plays a decision shows only its own page and needs no session, because its address is the permission.
"""

from typing import Any
from zoneinfo import ZoneInfo

from allauth.core import ratelimit
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from accounts.decorators import as_visitor, is_member
from accounts.requests import is_signed_in
from accounts.views import show_code_form
from games.models import Player
from games.notifications.email_links import TurnLink, make_table_token, read_address, read_turn_token
from games.rules.engine.errors import RulesError, UnknownRules
from games.rules.engine.play import require_decision, require_disguised
from games.state import view as player_view
from games.state.refusals import Refusal
from games.state.table import Table, load_table
from games.state.view import View
from games.tables.services import moves as play
from games.tables.views.access import get_game, get_seated
from games.tables.views.refusals import refusing_to_store, word_refusal
from games.wording.sentences import word_event
from insidejob.compression import keep_plain, pad_for
from insidejob.storage_errors import mark_refused

show_or_send = require_http_methods(["GET", "HEAD", "POST"])


@csrf_exempt  # The address is the secret; there is no cookie.
@never_cache
@show_or_send
def play_by_mail(request: HttpRequest, token: str) -> HttpResponse:
    link = read_turn_token(token)
    if link is None:
        raise Http404
    if request.method != "POST" and request.user == link.user:
        return redirect("games:table", link.code)
    if link.is_valid:
        with translation.override(link.user.language), timezone.override(ZoneInfo(link.user.time_zone)):
            answer = _answer_safely(request, link)
        answer["Content-Language"] = link.user.language
    else:
        # Someone else may have the seat by now, so show nothing of theirs.
        answer = _answer_safely(request, link)
    # The address is a key: never send it as a referrer.
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def _answer_safely(request: HttpRequest, link: TurnLink) -> HttpResponse:
    try:
        return _answer_link(request, link)
    except UnknownRules as error:
        return _show(request, link, "newer", status=409, has_title=error.has_title)


def _answer_link(request: HttpRequest, link: TurnLink) -> HttpResponse:
    if request.method == "POST" and not ratelimit.consume(request, action="turn_link"):
        return _show(request, link, "wait", status=429)
    game, players = get_seated(link.code)
    player = link.find_player(game, players)
    if player is None:
        return _show(request, link, "over", status=410)
    if game.paused_at is not None:
        return _show(request, link, "paused", status=409)
    if request.method != "POST":
        return _show(request, link, "ask", game=game, name=player_view.name_of(player))
    if "decision" in request.POST:
        return _play_choice(request, link)
    return _show_hand(request, link, load_table(game, players), player)


def _show(request: HttpRequest, link: TurnLink, step: str, status: int = 200, **context: Any) -> HttpResponse:
    """Show a page of a link.

    `step` is `ask`, `hand`, `played`, `paused`, `newer`, `over` or `wait`. The page treats everyone as a visitor.
    `reader` is the person who is signed in, and perhaps not the player: a family may share a browser or a mailbox.
    """
    sign_in = reverse("games:from_mail", args=[link.code, make_table_token(link.user)]) if link.is_valid else ""
    visitor = {"user": AnonymousUser(), "csrf_token": "", "csrf_input": "", "sign_in": sign_in, "code": link.code}
    reader = request.user.shown_name if is_signed_in(request) and request.user != link.user else ""
    shown = {**visitor, "step": step, "reader": reader, **context}
    response = render(request, "games/tables/email_link.html", shown, status=status)
    # A name that belongs to the request must not meet a hand in a compressed answer.
    return keep_plain(response) if reader else response


def _show_hand(
    request: HttpRequest, link: TurnLink, loaded: Table, player: Player, status: int = 200, **extra: Any
) -> HttpResponse:
    view = player_view.view_by_link(loaded, player.seat)
    if view is None:
        return _show(request, link, "over", status=410)
    shown = _show(request, link, "hand", status, view=view, name=player_view.name_of(player), **extra)
    response = pad_for(shown, player, "link")
    return keep_plain(response) if loaded.has_new_words or extra else response


def _play_choice(request: HttpRequest, link: TurnLink) -> HttpResponse:
    try:
        with refusing_to_store(), play.lock_table(link.code) as locked:
            player = link.find_player(locked.game, locked.players)
            view = player_view.view_by_link(locked, player.seat) if player else None
            if player is None or view is None:
                return _show(request, link, "over", status=410)
            asked = require_decision(locked.title, locked.states[-1], player.seat, request.POST["decision"])
            moves = locked.title.read_choice(player.seat, asked.kind, dict(request.POST.lists()))
            require_disguised(locked.title, locked.states[-1], player.seat, moves)
            after = play.submit(table=locked, seat=player.seat, decision=asked.name, moves=moves, is_present=False)
    except (RulesError, Refusal) as error:
        return _refuse(request, link, error)
    said = [] if asked.sealed else _tell_moves(locked, after, len(moves), view)
    own, is_sealed = moves[0] if asked.sealed else None, player.seat in after.sealed
    response = _show(request, link, "played", view=view, own=own, is_sealed=is_sealed, said=said)
    return keep_plain(response) if after.has_new_words else response


def _refuse(request: HttpRequest, link: TurnLink, error: RulesError | Refusal) -> HttpResponse:
    game, players = get_seated(link.code)
    player = link.find_player(game, players)
    if player is None:
        return _show(request, link, "over", status=410)
    chosen = {"fields": request.POST.dict(), "picked": dict(request.POST.lists())}
    reason = word_refusal(error, game.played_by)
    response = _show_hand(request, link, load_table(game, players), player, status=409, error=reason, **chosen)
    return mark_refused(request, response, error) if error.code == "not_stored" else response


def _tell_moves(before: Table, after: Table, count: int, view: View) -> list[str]:
    first, names = len(before.entries), [place.name for place in view.places]
    return [
        word_event(after.title, event, names)
        for at in range(first, first + count)
        for event in after.title.narrate(
            after.states[at], after.entries[at].move, after.states[at + 1], None, after.states[at + 1]
        )[:1]
    ]


@never_cache
@require_safe
def from_mail(request: HttpRequest, code: str, token: str) -> HttpResponse:
    table = reverse("games:table", args=[code])
    address = "" if is_member(request) else read_address(token)
    if not address or not get_game(code).was_dealt:
        return redirect(table)
    answer: HttpResponse = as_visitor(show_code_form)(request, address, table)
    # The address is a key: send only the site as the referrer.
    answer["Referrer-Policy"] = "strict-origin"
    return answer
