"""Reports by spectators. They see names, but no talk, so they can only report names."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from accounts.decorators import not_for_guests, signed_in
from accounts.requests import SignedInRequest
from games.models import Report
from games.moderation.services.reports import report_player
from games.moderation.views.reports import THANKS
from games.state.names import show_faces
from games.state.refusals import Refusal
from games.state.view import name_of
from games.tables.views.access import read_seat
from games.tables.views.refusals import SENTENCES
from games.watching.views import get_watched, may_stay, turn_away


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@not_for_guests
def report_watched(request: SignedInRequest, key: str) -> HttpResponse:
    game, players, _ = get_watched(request, key)
    if not may_stay(request, game, players):
        return turn_away(request, game, players)
    if not game.is_watchable:
        return redirect("games:watch", key)
    if request.method == "POST":
        sent = {name: request.POST.get(name, "") for name in ("reason", "words")}
        try:
            report_player(game=game, players=players, by=request.user, seat=read_seat(request), **sent)
        except Refusal as refusal:
            messages.warning(request, gettext(SENTENCES[refusal.code]))
            return redirect("games:report_watched", key)
        messages.success(request, gettext(THANKS))
        return redirect("games:watch", key)
    faces = show_faces(players)
    named = [(player.seat, name_of(player), faces[player.seat]) for player in players if player.user_id]
    context = {"key": key, "name": game.name, "named": named, "reasons": Report.Reason.choices}
    return render(request, "games/moderation/report_names.html", context)
