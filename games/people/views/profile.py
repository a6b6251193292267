"""Profiles, with finished games."""

from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from accounts.decorators import lead_to, signed_in
from accounts.models import Audience, User
from accounts.requests import SignedInRequest
from games.models import Player
from games.people.forms import BOTS, PEOPLE, read_wanted
from games.people.selectors.blocks import has_blocked
from games.people.selectors.history import (
    list_ended,
    may_see_history,
    played_with_others,
    show_person,
    tell_games,
)
from games.people.selectors.reliability import load_reliability
from games.people.selectors.statistics import may_see_statistics, narrow
from games.wording.sentences import word_reliability
from insidejob.replica import may_be_late

GAMES_A_PAGE = 20


def _narrow_company(players: QuerySet[Player], against: str) -> QuerySet[Player]:
    if against == PEOPLE:
        return players.filter(played_with_others())
    return players.filter(~played_with_others()) if against == BOTS else players


@signed_in
@require_safe
def profile(request: SignedInRequest, code: str) -> HttpResponse:
    """Show a profile. Guests may see only their own."""
    viewer, owner = request.user, get_object_or_404(User, code=code, left_at=None)
    is_own = viewer.pk == owner.pk
    if viewer.is_guest and not is_own:
        return lead_to("account_signup", request.path)
    shown = {"name": owner.shown_name, "face": owner.own_face, "person": owner.code, "place": show_person(owner)}
    shown["is_blocked"] = not is_own and has_blocked(viewer, owner)
    shown["shows_statistics"] = may_see_statistics(viewer, owner)
    if not may_see_history(viewer, owner):
        return render(request, "games/people/kept_history.html", shown, status=403)
    return _show_games(request, owner, shown)


@may_be_late
def _show_games(request: SignedInRequest, owner: User, shown: dict[str, Any]) -> HttpResponse:
    viewer = request.user
    form, wanted = read_wanted(request.GET, owner, viewer, is_history=True)
    ended = narrow(_narrow_company(list_ended(owner, viewer), form.initial.get("against", "")), wanted)
    page = Paginator(ended, GAMES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        **shown,
        "form": form,
        "is_narrowed": bool(form.initial),
        "kept": f"&{urlencode(form.initial)}" if form.initial else "",
        "is_own": viewer.pk == owner.pk,
        "reliability": "" if owner.is_guest else word_reliability(load_reliability([owner.pk])[owner.pk]),
        "audience": Audience(owner.history_shown_to).label,
        "games": tell_games(list(page), viewer),
        "count": page.paginator.count,
        "page": page.number,
        "pages": page.paginator.num_pages,
        "newer": page.previous_page_number() if page.has_previous() else None,
        "older": page.next_page_number() if page.has_next() else None,
    }
    return render(request, "games/people/profile.html", context)
