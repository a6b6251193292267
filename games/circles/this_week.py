"""What members do about this week's table: open another one, or say that they do not come."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext

from accounts.decorators import not_for_guests, posts_only, signed_in
from accounts.requests import SignedInRequest
from games.circles import selectors as reads
from games.state.refusals import Refusal
from games.tables.services import weekly_tables as opening
from games.tables.views.refusals import SENTENCES


@posts_only("games:circle", "code")
@signed_in
@not_for_guests
def open_another(request: SignedInRequest, code: str, weekly: str) -> HttpResponse:
    """Open another weekly table of this week, and take a seat there."""
    _require_weekly_table(request, code, weekly)
    try:
        game = opening.open_another(code=weekly, user=request.user, now=timezone.now())
    except Refusal as refusal:
        messages.warning(request, gettext(SENTENCES[refusal.code]))
        return redirect("games:circle", code)
    return redirect("games:table", game.code)


@posts_only("games:circle", "code")
@signed_in
@not_for_guests
def stay_out(request: SignedInRequest, code: str, weekly: str) -> HttpResponse:
    _require_weekly_table(request, code, weekly)
    opening.stay_out(code=weekly, user=request.user, now=timezone.now())
    messages.success(request, gettext("Noted: you don’t come this week. The others see it."))
    return redirect("games:circle", code)


def _require_weekly_table(request: SignedInRequest, code: str, weekly: str) -> None:
    """Raise `Http404` unless the user is in the circle and it has this weekly table."""
    circle = reads.find_circle(code, request.user)
    if circle is None or not circle.weekly_tables.filter(code=weekly).exists():
        raise Http404
