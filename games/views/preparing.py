"""Preparing an answer while I wait, and forgetting it."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.decorators import signed_in
from accounts.requests import SignedInRequest
from games.reads.page import view_table
from games.reads.table import load_table
from games.rules.errors import RulesError
from games.services import play, preparing
from games.services.errors import Refusal
from games.views.access import find_own_player, forms_only, get_seated
from games.views.compression import keep_plain, pad_for
from games.views.refusals import refusing_to_store
from games.views.table import refuse_move, render_fragments, show_private


@forms_only
@signed_in
def prepare(request: SignedInRequest, code: str) -> HttpResponse:
    """Keep what I have prepared or, with the field `forget`, drop it. No other page learns of either."""
    try:
        with refusing_to_store(), play.lock_table(code) as locked:
            player = find_own_player(locked.players, request.user)
            if player is None:
                return show_private(request)
            if "forget" in request.POST:
                preparing.forget(player)
            else:
                preparing.prepare(table=locked, seat=player.seat, fields=dict(request.POST.lists()))
    except (RulesError, Refusal) as error:
        return refuse_move(request, code, error)
    return render_fragments(request, locked, player.seat) if request.htmx else redirect("games:table", code)


@signed_in
@require_safe
def show_form(request: SignedInRequest, code: str) -> HttpResponse:
    """Show the form in which I prepare my answer, where HTMX asks; nothing if there is nothing to prepare any more."""
    if not request.htmx:
        return redirect("games:table", code)
    game, players = get_seated(code)
    own = find_own_player(players, request.user)
    if own is None:
        return show_private(request)
    loaded = load_table(game, players) if game.is_running else None
    view = view_table(loaded, own.seat) if loaded else None
    if loaded is None or view is None or view.offer is None:
        return HttpResponse(status=204)
    response = pad_for(render(request, "games/_prepare_form.html", {"view": view}), own, "plan")
    return keep_plain(response) if loaded.has_new_words else response
