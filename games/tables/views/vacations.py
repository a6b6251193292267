"""A user's vacations: days left, taking, ending or cancelling one."""

from dataclasses import dataclass
from datetime import date, datetime

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from accounts.availability.vacations import ALLOWANCE, VacationError, count_left, find_current, find_today, list_coming
from accounts.decorators import not_for_guests, posts_only, signed_in
from accounts.models import User
from accounts.requests import SignedInRequest
from games.notifications.selectors import find_waiting, is_openly_asked
from games.state.vacations import list_unmoved
from games.tables.forms.vacations import VacationForm
from games.tables.services.vacations import end_vacation, take_vacation
from games.wording.sentences import word_days


@dataclass(frozen=True)
class VacationRow:
    """A row of the list. `days` is in words, and `first` is in the form of date fields."""

    days: str
    first: str
    has_begun: bool


@dataclass(frozen=True)
class RunningTurn:
    code: str
    name: str
    until: datetime


def _list_running_turns(user: User, now: datetime) -> list[RunningTurn]:
    """Return turns whose time runs during the user's vacation, because they were asked before it was announced.

    Secret questions are left out, because the page would be longer for those who are asked.
    """
    current = find_current(user.vacations, now)
    found = (
        (player.game, player.game.until)
        for player in find_waiting(user)
        if is_openly_asked(player.game.known_title, player)
    )
    return [
        RunningTurn(game.code, game.name, until)
        for game, until in found
        if until is not None and (current is None or until < current.span[1])
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@not_for_guests
def vacations(request: SignedInRequest) -> HttpResponse:
    form = VacationForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and _take(form, request.user):
        messages.success(request, gettext("Saved. We’ve notified the tables that will wait for you."))
        return redirect("games:vacations")
    now = timezone.now()
    year, taken = find_today(now, request.user.time_zone).year, request.user.vacations
    context = {
        "form": form,
        "rows": [
            VacationRow(word_days(vacation.first, vacation.last), vacation.first.isoformat(), vacation.span[0] <= now)
            for vacation in list_coming(taken, now)
        ],
        "allowance": ALLOWANCE,
        "left": [(each, count_left(taken, each)) for each in (year, year + 1)],
        "turns": _list_running_turns(request.user, now),
        "unmoved": list_unmoved(request.user),
    }
    return render(request, "games/tables/vacations.html", context, status=422 if form.is_bound else 200)


def _take(form: VacationForm, user: User) -> bool:
    try:
        take_vacation(user, form.cleaned_data["first"], form.cleaned_data["last"])
    except VacationError as error:
        form.refuse(error)
        return False
    return True


@posts_only("games:vacations")
@signed_in
@not_for_guests
def end(request: SignedInRequest) -> HttpResponse:
    try:
        first = date.fromisoformat(request.POST.get("first", ""))
    except ValueError:
        return redirect("games:vacations")
    end_vacation(request.user, first)
    messages.success(request, gettext("Saved. You have your remaining days back."))
    return redirect("games:vacations")
