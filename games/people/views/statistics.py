"""The statistics page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from accounts.decorators import lead_to, signed_in
from accounts.models import Audience, User
from accounts.requests import SignedInRequest
from games.people.charts import Chart, draw_chart, draw_months
from games.people.forms import BOTS, read_wanted
from games.people.selectors.head_to_head import list_head_to_head
from games.people.selectors.history import may_see_history, tell_games
from games.people.selectors.statistics import (
    End,
    Results,
    Tally,
    Wanted,
    count_months,
    count_results,
    find_best_series,
    list_drawn,
    list_ends,
    list_shown,
    may_see_statistics,
)
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.statistics import Share
from games.rules.engine.values import Term
from games.wording.sentences import word_statistics, word_term
from insidejob.replica import may_be_late

GAMES_A_PAGE = 10


@dataclass(frozen=True)
class StatisticsRow:
    name: str
    share: Share
    percent: int


@dataclass(frozen=True)
class TitleResults:
    name: str
    title: AnyTitle
    total: Tally
    charts: tuple[Chart, ...]
    statistics: tuple[StatisticsRow, ...]


@signed_in
@require_safe
def statistics(request: SignedInRequest, code: str) -> HttpResponse:
    """Show statistics. Guests may see only their own."""
    viewer, owner = request.user, get_object_or_404(User, code=code, left_at=None)
    is_own = viewer.pk == owner.pk
    if viewer.is_guest and not is_own:
        return lead_to("account_signup", request.path)
    shown = {"name": owner.shown_name, "face": owner.own_face, "person": owner.code, "is_own": is_own}
    if not may_see_statistics(viewer, owner):
        return render(request, "games/people/kept_statistics.html", shown, status=403)
    return _show_statistics(request, owner, {**shown, "shows_games": may_see_history(viewer, owner)})


@may_be_late
def _show_statistics(request: SignedInRequest, owner: User, shown: dict[str, Any]) -> HttpResponse:
    viewer, is_own = request.user, shown["is_own"]
    form, wanted = read_wanted(request.GET, owner, viewer)
    is_narrowed = bool(form.initial)
    results, drawn = count_results(owner, wanted), list_drawn(owner, wanted).count()
    if is_own and not is_narrowed and not results and not drawn:
        # If there are only games against bots.
        alone = replace(wanted, against_bots=True)
        if results := count_results(owner, alone):
            form.initial, wanted, drawn = {"against": BOTS}, alone, list_drawn(owner, alone).count()
    context = {
        **shown,
        "form": form,
        "audience": Audience(owner.statistics_shown_to).label,
        "is_narrowed": is_narrowed,
        "against_bots": wanted.against_bots,
        "results": [show_results(each) for each in results],
        "drawn": drawn,
    }
    if results:
        context |= _show_sums(results, list_ends(owner, wanted), drawn)
    if context["shows_games"] and (results or drawn):
        context |= _show_games(request, owner, wanted, form.initial)
    return render(request, "games/people/statistics.html", context)


def _show_sums(results: Sequence[Results], ends: Sequence[End], drawn: int) -> dict[str, Any]:
    total = sum((each.total for each in results), Tally())
    titles = {each.title.NAME: gettext(each.title.TEXTS.name) for each in results}
    by_title = {each.title.NAME: each.total for each in results}
    return {
        "total": total,
        "games_played": total.games + drawn,
        "percent": _find_percent(total.won, total.games),
        "series": find_best_series(ends),
        "months": draw_months(count_months(ends)),
        "by_title": draw_chart("title", gettext("By game"), titles, by_title) if len(titles) > 1 else None,
    }


def _show_games(request: SignedInRequest, owner: User, wanted: Wanted, kept: Mapping[str, Any]) -> dict[str, Any]:
    """Return the context of the list of games, for viewers who may see the owner's history."""
    viewer = request.user
    shown = list_shown(owner, wanted).select_related("game")
    page = Paginator(shown, GAMES_A_PAGE).get_page(request.GET.get("page"))
    return {
        "companions": [] if wanted.against_bots else list_head_to_head(owner, viewer, wanted),
        "games": tell_games(list(page), viewer),
        "page": page.number,
        "pages": page.paginator.num_pages,
        "newer": page.previous_page_number() if page.has_previous() else None,
        "older": page.next_page_number() if page.has_next() else None,
        "kept": f"&{urlencode(kept)}" if kept else "",
    }


def show_results(results: Results) -> TitleResults:
    title, sides = results.title, set(results.title.SIDES.values())
    seats = {seats: _word_seats(seats) for seats in sorted(results.by_seats)}
    charts = []
    if len(title.SIDES) > 1:
        charts.append(draw_chart("role", gettext("By role"), name_terms(title, "role"), results.by_role))
    if 1 < len(sides) < len(title.SIDES):
        charts.append(draw_chart("side", gettext("By side"), name_terms(title, "side"), results.by_side))
    if len(title.SEATS) > 1:
        charts.append(draw_chart("seats", gettext("By number of players"), seats, results.by_seats))
    return TitleResults(title.NAME, title, results.total, tuple(charts), show_statistics(results))


def show_statistics(results: Results) -> tuple[StatisticsRow, ...]:
    worded = word_statistics(results.title, results.statistics)
    return tuple(StatisticsRow(name, share, _find_percent(share.reached, share.of)) for name, share in worded)


def _find_percent(count: int, of: int) -> int:
    return round(100 * count / of)


def name_terms(title: AnyTitle, kind: str) -> dict[str, str]:
    return {value: word_term(title, Term(kind, value)) for value in title.TEXTS.terms[kind]}


def _word_seats(seats: int) -> str:
    return ngettext("%(count)d player", "%(count)d players", seats) % {"count": seats}
