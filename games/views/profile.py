"""A person's profile: the games they have finished, and what came of them in figures and small charts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from accounts.decorators import lead_to, signed_in
from accounts.models import Audience, User
from accounts.requests import SignedInRequest
from games.reads.history import list_ended, may_see_history, tell_games
from games.reads.statistics import Results, Tally, count_results
from games.rules.protocol import AnyTitle, Term
from games.wording import word_term

Key = TypeVar("Key")

GAMES_A_PAGE = 20
WIDTH, LINE = 300, 44
"""The width of a chart and the height of one of its lines, in the chart's own units."""


@dataclass(frozen=True)
class Bar:
    """One line of a chart and of its table; the widths are in the chart's units, `top` is where the line begins."""

    name: str
    tally: Tally
    top: int
    won_width: int
    lost_width: int


@dataclass(frozen=True)
class Chart:
    """Wins and losses by one thing that games differ in; `key` tells the charts of a page apart."""

    key: str
    heading: str
    bars: tuple[Bar, ...]

    @property
    def height(self) -> int:
        """The height in the chart's units."""
        return LINE * len(self.bars)


@dataclass(frozen=True)
class TitleResults:
    """The results of one title as a page shows them."""

    name: str
    title: AnyTitle
    total: Tally
    charts: tuple[Chart, ...]


@signed_in
@require_safe
def profile(request: SignedInRequest, code: str) -> HttpResponse:
    """Show somebody's finished games to whom they let see them; guests, who play with nobody, see their own."""
    viewer, owner = request.user, get_object_or_404(User, code=code)
    is_own = viewer.pk == owner.pk
    if viewer.is_guest and not is_own:
        return lead_to("account_signup", request.path)
    if not may_see_history(viewer, owner):
        return render(
            request, "games/kept_history.html", {"name": owner.display_name, "face": owner.own_face}, status=403
        )
    page = Paginator(list_ended(owner, viewer), GAMES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "name": owner.display_name,
        "face": owner.own_face,
        "is_own": is_own,
        "audience": Audience(owner.history_shown_to).label,
        "results": [show_results(results) for results in count_results(owner)],
        "against_bots": [show_results(each) for each in count_results(owner, against_bots=True)] if is_own else [],
        "games": tell_games(list(page), viewer),
        "page": page.number,
        "pages": page.paginator.num_pages,
        "newer": page.previous_page_number() if page.has_previous() else None,
        "older": page.next_page_number() if page.has_next() else None,
    }
    return render(request, "games/profile.html", context)


def show_results(results: Results) -> TitleResults:
    """Return the results of one title with a chart for each thing in which its games differ."""
    title, sides = results.title, set(results.title.SIDES.values())
    seats = {seats: word_seats(seats) for seats in sorted(results.by_seats)}
    charts = []
    if len(title.SIDES) > 1:
        charts.append(draw_chart("role", gettext("By role"), name_terms(title, "role"), results.by_role))
    if 1 < len(sides) < len(title.SIDES):
        charts.append(draw_chart("side", gettext("By side"), name_terms(title, "side"), results.by_side))
    if len(title.SEATS) > 1:
        charts.append(draw_chart("seats", gettext("By number of players"), seats, results.by_seats))
    return TitleResults(title.NAME, title, results.total, tuple(charts))


def name_terms(title: AnyTitle, kind: str) -> dict[str, str]:
    """Return the names of all terms of a kind, in the title's order."""
    return {value: word_term(title, Term(kind, value)) for value in title.TEXTS.terms[kind]}


def word_seats(seats: int) -> str:
    """Return what a table of so many is called."""
    return ngettext("%(count)d player", "%(count)d players", seats) % {"count": seats}


def draw_chart(key: str, heading: str, names: Mapping[Key, str], tallies: Mapping[Key, Tally]) -> Chart:
    """Return a chart with a bar for each of `names` that has games. The longest is as wide as the chart."""
    most = max(tally.games for tally in tallies.values())
    shown = [(name, tallies[value]) for value, name in names.items() if value in tallies]
    return Chart(key, heading, tuple(draw_bar(name, tally, line, most) for line, (name, tally) in enumerate(shown)))


def draw_bar(name: str, tally: Tally, line: int, most: int) -> Bar:
    """Return the bar on a line of a chart in which the longest stands for `most` games."""
    won, whole = (round(WIDTH * count / most) for count in (tally.won, tally.games))
    return Bar(name, tally, line * LINE, won, whole - won)
