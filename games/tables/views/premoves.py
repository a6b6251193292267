from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.decorators import signed_in
from accounts.requests import SignedInRequest
from games.rules.engine.errors import RulesError
from games.state.refusals import Refusal
from games.state.table import load_table
from games.state.view import view_table
from games.tables.services import moves, premoves
from games.tables.views.access import find_own_player, forms_only, get_seated, show_private
from games.tables.views.refusals import refusing_to_store
from games.tables.views.table import refuse_move, render_fragments
from insidejob.compression import keep_plain, pad_for


@forms_only
@signed_in
def premove(request: SignedInRequest, code: str) -> HttpResponse:
    """Store a premove, or drop it if the field `forget` is sent. The pages of other players do not change."""
    try:
        with refusing_to_store(), moves.lock_table(code) as locked:
            player = find_own_player(locked.players, request.user)
            if player is None:
                return show_private(request)
            if "forget" in request.POST:
                premoves.forget(player)
            else:
                premoves.premove(table=locked, seat=player.seat, fields=dict(request.POST.lists()))
    except (RulesError, Refusal) as error:
        return refuse_move(request, code, error)
    return render_fragments(request, locked, player.seat) if request.htmx else redirect("games:table", code)


@signed_in
@require_safe
def show_form(request: SignedInRequest, code: str) -> HttpResponse:
    if not request.htmx:
        return redirect(f"{reverse('games:table', args=[code])}?prepare=1#premove-form")
    game, players = get_seated(code)
    own = find_own_player(players, request.user)
    if own is None:
        return show_private(request)
    loaded = load_table(game, players) if game.is_running else None
    view = view_table(loaded, own.seat) if loaded else None
    if loaded is None or view is None or view.offer is None:
        return HttpResponse(status=204)
    response = pad_for(render(request, "games/tables/_premove_form.html", {"view": view}), own, "plan")
    return keep_plain(response) if loaded.has_new_words else response
