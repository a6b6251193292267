from collections.abc import Callable
from datetime import time
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.decorators import lead_to, not_for_guests, posts_only, signed_in
from accounts.models import User
from accounts.requests import SignedInRequest, is_signed_in
from games.circles import seasons, weekly_tables
from games.circles import selectors as reads
from games.circles import services as circles
from games.circles.case_results import find_case_of_day
from games.circles.forms import CircleForm, SeasonForm, WeeklyForm, find_preset, show_choices
from games.circles.season_tables import make_table
from games.clock.presets import PRESETS
from games.clock.table_clock import make_clock
from games.clock.weekly import Season
from games.models import Circle, Game, Report, WeeklyTable
from games.models.known_rules import name_known
from games.people.selectors.history import show_person
from games.people.selectors.recent_players import show_recent_players
from games.rules.engine.errors import InvalidOption
from games.rules.engine.protocol import AnyTitle
from games.state.refusals import Refusal
from games.tables.forms.opening import choose_usual, read_choices
from games.tables.services.terms import fit_options
from games.tables.views.refusals import SENTENCES, word_refusal
from games.tables.views.titles import describe_titles, find_title
from games.wording.sentences import word_clock
from insidejob.replica import may_be_late

GAMES_A_PAGE = 20


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@not_for_guests
def my_circles(request: SignedInRequest) -> HttpResponse:
    form = CircleForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            circle = circles.make_circle(owner=request.user, name=form.cleaned_data["name"])
        except Refusal as refusal:
            form.add_error("name", gettext(SENTENCES[refusal.code]))
        else:
            return redirect("games:circle", circle.code)
    context = {
        "form": form,
        "circles": reads.list_circles(request.user),
        "invitations": reads.list_invitations(request.user),
        "reasons": Report.Reason.choices,
    }
    return render(request, "games/circles/circles.html", context, status=422 if form.is_bound else 200)


@require_safe
@signed_in
@not_for_guests
def circle(request: SignedInRequest, code: str) -> HttpResponse:
    found = reads.find_circle(code, request.user)
    if found is None:
        raise Http404
    return render(request, "games/circles/circle.html", _describe_circle(request, found))


def _describe_circle(request: SignedInRequest, found: Circle) -> dict[str, Any]:
    user, members = request.user, reads.list_members(found)
    keys, is_owner = {row.user_id for row in members if not row.invited}, found.owner_id == user.pk
    page = Paginator(reads.list_ended(found), GAMES_A_PAGE).get_page(request.GET.get("page"))
    return {
        "code": found.code,
        "name": found.shown_name,
        "is_owner": is_owner,
        "is_name_hidden": found.is_name_hidden,
        "reasons": Report.Reason.choices,
        "link": request.build_absolute_uri(reverse("games:join_circle", args=[found.invitation])) if is_owner else "",
        "members": reads.show_members(found, members, user),
        "recent_players": show_recent_players(user, {row.user_id for row in members}) if is_owner else [],
        "tables": reads.list_tables(found, keys, user),
        "weekly_tables": (rows := weekly_tables.list_weekly_tables(found)),
        "times": {row.code: _word_times(row, user) for row in rows},
        "can_add_weekly": is_owner and len(rows) < weekly_tables.MAX_WEEKLY_TABLES,
        "titles": list(describe_titles()),
        "case": find_case_of_day(user, found, members),
        "statistics": reads.count_statistics(found, members),
        "seasons": (season_rows := seasons.list_rows(found, members)),
        "just_over": seasons.find_just_over(season_rows),
        "season_form": SeasonForm(initial={"months": found.season_lengths[-1][1]}) if is_owner else None,
        "games": [reads.tell_game(game, keys, user) for game in page],
        "page": page.number,
        "pages": page.paginator.num_pages,
        "newer": page.previous_page_number() if page.has_previous() else None,
        "older": page.next_page_number() if page.has_next() else None,
    }


def _word_times(row: weekly_tables.WeeklyRow, user: User) -> str:
    if preset := PRESETS.get(find_preset(row.terms)):
        return str(preset.label)
    has_vote = not row.title or row.title.HAS_VOTE
    terms = row.terms
    clock = make_clock(terms.pace, terms.vote_time, terms.bank, vacations=terms.vacations)
    return word_clock(clock, user.hours if terms.sleeps else None, has_vote=has_vote)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, key: str) -> HttpResponse:
    """Show a circle's invitation, and join on POST.

    Visitors and guests sign up first and then come back. A block between the user and a member is answered with 404.
    """
    found = get_object_or_404(Circle.objects.select_related("owner"), invitation=key)
    if is_signed_in(request) and reads.find_circle(found.code, request.user):
        return redirect("games:circle", found.code)
    if is_signed_in(request) and reads.is_closed_to(found, request.user):
        raise Http404
    if request.method != "POST":
        answer = _show_invitation(request, found)
    elif not is_signed_in(request) or request.user.is_guest:
        answer = lead_to("account_signup", request.path)
    else:
        answer = _let_in(request, found)
    # The address is a key.
    answer["Referrer-Policy"] = "strict-origin"
    return answer


def _let_in(request: SignedInRequest, found: Circle) -> HttpResponse:
    try:
        circles.join_circle(key=found.invitation, user=request.user)
    except Refusal as refusal:
        return _show_invitation(request, found, gettext(SENTENCES[refusal.code]))
    return redirect("games:circle", found.code)


def _show_invitation(request: HttpRequest, found: Circle, error: str = "") -> HttpResponse:
    context = {
        "name": found.shown_name,
        "owner": show_person(found.owner),
        "path": request.path,
        "error": error,
        "key": found.invitation,
        "can_report": is_signed_in(request) and not request.user.is_guest and not found.is_name_hidden,
        "reasons": Report.Reason.choices,
    }
    return render(request, "games/circles/join.html", context, status=409 if error else 200)


Act = Callable[[SignedInRequest, str], None]


def _rename(request: SignedInRequest, code: str) -> None:
    form = CircleForm(request.POST)
    if form.is_valid():
        circles.rename_circle(code=code, owner=request.user, name=form.cleaned_data["name"])
    elif reads.find_circle(code, request.user) is None:
        raise Http404
    else:
        messages.warning(request, " ".join(map(str, form.errors["name"])))


def _invite(request: SignedInRequest, code: str) -> None:
    circles.invite_member(code=code, owner=request.user, person=request.POST.get("person", ""))


def _remove(request: SignedInRequest, code: str) -> None:
    circles.remove_member(code=code, owner=request.user, person=request.POST.get("person", ""))


def _hand_over(request: SignedInRequest, code: str) -> None:
    owner = circles.hand_over_circle(code=code, owner=request.user, person=request.POST.get("person", ""))
    messages.success(request, gettext("%(name)s now owns the circle.") % {"name": owner.shown_name})


def _renew(request: SignedInRequest, code: str) -> None:
    circles.renew_link(code=code, owner=request.user)


def _act_on_weekly(service: Callable[..., None]) -> Act:
    """Return a view action that calls `service` for the weekly table that the form names."""

    def act(request: SignedInRequest, code: str) -> None:
        service(code=code, owner=request.user, weekly_table=request.POST.get("weekly", ""))

    return act


def _skip(request: SignedInRequest, code: str) -> None:
    named = {"weekly_table": request.POST.get("weekly", ""), "when": request.POST.get("when", "")}
    weekly_tables.skip_week(code=code, owner=request.user, **named)


def _choose_season_length(request: SignedInRequest, code: str) -> None:
    form = SeasonForm(request.POST)
    if form.is_valid():
        months, today = form.cleaned_data["months"], timezone.now().date()
        weekly_tables.choose_season_length(code=code, owner=request.user, months=months, today=today)
    elif reads.find_circle(code, request.user) is None:
        raise Http404


ACTS: dict[str, Act] = {
    "rename": _rename, "invite": _invite, "remove": _remove, "hand-over": _hand_over, "renew": _renew,
    "pause-weekly": _act_on_weekly(weekly_tables.pause_weekly_table),
    "resume-weekly": _act_on_weekly(weekly_tables.resume_weekly_table),
    "remove-weekly": _act_on_weekly(weekly_tables.remove_weekly_table),
    "skip-week": _skip,
    "season-length": _choose_season_length,
    "unskip-weeks": _act_on_weekly(weekly_tables.unskip_weeks),
}  # fmt: skip
"""The actions of an owner, by the last part of their address."""


@posts_only("games:circle", "code")
@signed_in
@not_for_guests
def act(request: SignedInRequest, code: str, name: str) -> HttpResponse:
    if name not in ACTS:
        raise Http404
    try:
        ACTS[name](request, code)
    except Refusal as refusal:
        messages.warning(request, gettext(SENTENCES[refusal.code]))
        return redirect("games:circle", code)
    # The folded part that the address names is shown open.
    return redirect(reverse("games:circle", args=[code]) + ("#recent-list" if name == "invite" else "#managing"))


@posts_only("games:circle", "code")
@signed_in
@not_for_guests
def open_table(request: SignedInRequest, code: str) -> HttpResponse:
    if reads.find_circle(code, request.user) is None:
        raise Http404
    title = find_title(request.POST.get("title", ""))
    options = choose_usual(title)
    try:
        game = circles.open_for_circle(code=code, user=request.user, title=title.NAME, options=options)
    except (Refusal, InvalidOption) as refusal:
        messages.warning(request, word_refusal(refusal, title))
        return redirect("games:circle", code)
    return redirect("games:table", game.code)


@posts_only("games:circle", "code")
@signed_in
@not_for_guests
def leave(request: SignedInRequest, code: str) -> HttpResponse:
    try:
        name = circles.leave_circle(code=code, user=request.user)
    except Refusal as refusal:
        messages.warning(request, gettext(SENTENCES[refusal.code]))
        return redirect("games:circle", code)
    messages.success(request, gettext("You have left the circle %(name)s.") % {"name": name})
    return redirect("games:my_circles")


@posts_only("games:my_circles")
@signed_in
@not_for_guests
def answer(request: SignedInRequest, code: str) -> HttpResponse:
    accepts = bool(request.POST.get("accepts"))
    try:
        circles.answer_invitation(code=code, user=request.user, accepts=accepts)
    except Refusal as refusal:
        messages.warning(request, gettext(SENTENCES[refusal.code]))
        return redirect("games:my_circles")
    return redirect("games:circle", code) if accepts else redirect("games:my_circles")


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@not_for_guests
def new_weekly(request: SignedInRequest, code: str, title: str) -> HttpResponse:
    """Show and accept the form of a new weekly table.

    The form starts with the choices of `like`, a game of the circle that the user played.
    """
    rules, found = find_title(title), reads.find_circle(code, request.user)
    if found is None:
        raise Http404
    if found.owner_id != request.user.pk:
        return _refuse_weekly(request, found)
    initial: dict[str, Any] = {"preset": "relaxed", "weekday": 0, "at": time(9), "zone": request.user.time_zone}
    played = Game.objects.filter(name_known(), circle=found, players__user=request.user, title=rules.NAME)
    if like := played.filter(code=request.GET.get("like", "")).first():
        seats = circles.find_seats(like)
        initial |= show_choices(rules, seats, fit_options(like, seats), like.terms)
    return _edit_weekly(request, found, rules, initial)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@not_for_guests
def change_weekly(request: SignedInRequest, code: str, weekly: str) -> HttpResponse:
    found = reads.find_circle(code, request.user)
    row = found.weekly_tables.filter(code=weekly).first() if found else None
    if found is None or row is None or row.known_title is None:
        raise Http404
    if found.owner_id != request.user.pk:
        return _refuse_weekly(request, found)
    initial = show_choices(row.known_title, row.seat_count, row.options, row.read_terms())
    initial |= {"weekday": row.weekday, "at": row.at, "zone": row.zone, "bots_fill": row.bots_fill}
    initial["opens_more"] = row.opens_more
    return _edit_weekly(request, found, row.known_title, initial, row)


def _refuse_weekly(request: SignedInRequest, found: Circle) -> HttpResponse:
    messages.warning(request, word_refusal(Refusal("not_owner"), None))
    return redirect("games:circle", found.code)


def _edit_weekly(
    request: SignedInRequest,
    found: Circle,
    title: AnyTitle,
    initial: dict[str, Any],
    row: WeeklyTable | None = None,
) -> HttpResponse:
    form = WeeklyForm(title, read_choices(request.POST) if request.method == "POST" else None, initial=initial)
    if form.is_valid():
        try:
            _store_weekly(request, found, title, form, row)
        except Refusal as refusal:
            form.add_error(None, word_refusal(refusal, title))
        else:
            return redirect("games:circle", found.code)
    context = {"form": form, "title": title, "code": found.code, "name": found.shown_name, "is_new": row is None}
    return render(request, "games/circles/weekly.html", context, status=422 if form.is_bound else 200)


def _store_weekly(
    request: SignedInRequest, found: Circle, title: AnyTitle, form: WeeklyForm, row: WeeklyTable | None
) -> None:
    owned: dict[str, Any] = {"code": found.code, "owner": request.user, "plan": form.plan}
    if row is None:
        weekly_tables.add_weekly_table(**owned, title=title.NAME)
    else:
        weekly_tables.change_weekly_table(**owned, weekly_table=row.code)


@require_safe
@signed_in
@not_for_guests
def season(request: SignedInRequest, code: str, month: str) -> HttpResponse:
    found = reads.find_circle(code, request.user)
    shown = seasons.find_by_code(found, month) if found else None
    if found is None or shown is None:
        raise Http404
    if shown.code != month:
        return redirect("games:season", code, shown.code)
    return _show_season(request, found, shown)


@may_be_late
def _show_season(request: SignedInRequest, found: Circle, shown: Season) -> HttpResponse:
    members = reads.list_members(found)
    codes = [row.season.code for row in seasons.list_rows(found, members)]
    context = {
        "code": found.code,
        "name": found.shown_name,
        "season": shown,
        "is_over": shown.end <= timezone.now().date(),
        "tables": [make_table(each) for each in seasons.count_season(found, members, shown, request.user)],
        "link": request.build_absolute_uri(request.path),
        "earlier": max((each for each in codes if each < shown.code), default=None),
        "later": min((each for each in codes if each > shown.code), default=None),
    }
    return render(request, "games/circles/season.html", context)
