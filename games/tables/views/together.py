"""Who is together at a table, and the button to play on."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.decorators import signed_in
from accounts.requests import SignedInRequest
from games.models import Game, Player
from games.state.view import name_of
from games.tables import together
from games.tables.together import list_sitters
from games.tables.views.access import find_own_player, forms_only, get_seated, show_private

TEMPLATE = "games/tables/_together.html"


def show_together(game: Game, players: Sequence[Player], own: Player) -> dict[str, Any]:
    sitters = list_sitters(game, players)
    together.keep_sitters(game.pk, sitters)
    now = together.find_together(game.pk, sitters if own.user_id in sitters else ())
    together.tell(game.pk, game.code, now)
    people = [player for player in players if player.user_id in sitters]
    proposing = [people[place] for place in now.proposing]
    return {
        "code": game.code,
        "key": now.key,
        "is_shown": now.are_all_here,
        "names": [name_of(player) for player in proposing if player != own],
        "is_mine": own in proposing,
    }


@signed_in
@require_safe
def ask_together(request: SignedInRequest, code: str) -> HttpResponse:
    if not request.htmx:
        return redirect("games:table", code)
    game, players = get_seated(code)
    own = find_own_player(players, request.user)
    if own is None:
        return show_private(request)
    return render(request, TEMPLATE, {"together": show_together(game, players, own)})


@forms_only
@signed_in
def play_on(request: SignedInRequest, code: str) -> HttpResponse:
    game, players = get_seated(code)
    own = find_own_player(players, request.user)
    if game.was_dealt and own is None:
        return show_private(request)
    if own and request.user.pk in list_sitters(game, players):
        together.propose(game.pk, request.user.pk)
    if own and request.htmx:
        return render(request, TEMPLATE, {"together": show_together(game, players, own)})
    return redirect("games:table", code)
