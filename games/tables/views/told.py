"""Asks guests once, after their first move, how they want to be notified of their turn.

They can choose this browser, email, or nothing.
"""

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from accounts.decorators import signed_in
from accounts.models import ToldBy, User
from accounts.rate_limits import take_use
from accounts.requests import SignedInRequest
from accounts.sign_in.browsers import name_browser
from games.notifications import contacts
from games.notifications.channels import PUSH
from games.notifications.channels.push import show_public_key
from games.notifications.forms import DeviceForm
from games.rules.engine.values import PLAYER
from games.state.table import Table, is_alone
from games.tables.views.access import find_own_player, get_seated, show_private

CHOICES_AN_HOUR = 60


def asks_how(user: User, loaded: Table, seat: int) -> bool:
    """Whether to ask: for guests who have moved at a table over days and were not asked before."""
    game = loaded.game
    if not user.is_guest or user.told_by or not game.is_running or game.clock.is_live or is_alone(loaded.players):
        return False
    return any(entry.move.seat == seat and entry.by == PLAYER for entry in loaded.entries)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def how_told(request: SignedInRequest, code: str) -> HttpResponse:
    _game, players = get_seated(code)
    if not request.user.is_guest:
        return redirect("games:table", code)
    if find_own_player(players, request.user) is None:
        return show_private(request)
    if request.method == "POST":
        _choose(request, request.POST)
        return HttpResponse() if request.htmx else redirect("games:table", code)
    context = {"code": code, "public_key": show_public_key(), "is_told": request.user.told_by == ToldBy.PUSH}
    return render(request, "games/tables/how_told.html", context)


def _choose(request: SignedInRequest, sent: Mapping[str, str]) -> None:
    if not take_use("told", request.user.code, CHOICES_AN_HOUR):
        messages.error(request, gettext("That’s too often. Please try again in an hour."))
        return
    if "endpoint" not in sent:
        contacts.disconnect(request.user, PUSH.code)
        contacts.note_told_by(request.user, ToldBy.NOTHING)
        return
    form = DeviceForm(sent)
    if form.is_valid() and contacts.add_device(request.user, **form.cleaned_data, name=name_browser(request)):
        messages.success(request, gettext("This browser will notify you."))
    else:
        messages.error(request, gettext("This browser didn’t say where to reach it. Please try again."))
