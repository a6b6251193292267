"""The page of a case: its scenes one by one, the accusation, and the solution."""

from collections.abc import Callable
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import is_signed_in
from accounts.sign_in.session_store import CASES_KEY
from games.cases.days import find_today, is_open
from games.cases.runs import Run
from games.cases.selectors.files import CaseFile, find_file_of_day, find_file_of_number
from games.cases.services import investigation
from games.cases.services.limits import may_begin
from games.cases.services.stores import RunStore, find_store
from games.cases.views.desk import (
    EarlyCase,
    ZoneCheck,
    activate_zone,
    at_noon,
    describe,
    describe_play,
    find_zone_check,
    keep_zone,
    read_sent_zone,
    read_shown,
)
from games.cases.views.parts import show_scenes
from games.cases.views.solution import describe_solution
from games.tables.views.access import read_number, read_seat

MAX_NUMBER = 1_000_000
ACTS: dict[str, Callable[[RunStore, CaseFile, Run], None]] = {
    "next": investigation.see_next,
    "clue": investigation.buy_clue,
    "keep": investigation.keep_notes,
}
PARTS = {"clue": "clues", "keep": "clues", "next": "trick-heading", "accuse": "end-heading"}
"""The part of the page that an act leads to: a screen reader begins to read there."""


@require_safe
def today(request: HttpRequest) -> HttpResponse:
    activate_zone(request)
    file = find_file_of_day(find_today())
    if file is None:
        return render(request, "games/cases/none.html", {"zone_check": find_zone_check(request)})
    store = find_store(request)
    run, check = store.find(file), find_zone_check(request)
    first = investigation.find_case_to_begin_with(store, file, run)
    if first is None:
        return _show(request, file, store=store, run=run, zone_check=check)
    context = {"case": describe(file), "first": describe(first), "run": run, "view": show_scenes(first, 1)}
    return render(request, "games/cases/start.html", context | {"zone_check": check})


@require_POST
def choose_zone(request: HttpRequest) -> HttpResponse:
    response = redirect("games:case_of_the_day")
    return response if is_signed_in(request) else keep_zone(response, read_sent_zone(request))


@require_safe
def case(request: HttpRequest, number: int) -> HttpResponse:
    activate_zone(request)
    try:
        return _show(request, get_file(number, find_store(request)))
    except Http404:
        if early := _find_early(number):
            return render(request, "games/cases/early.html", {"case": early}, status=404)
        raise


def _find_early(number: int) -> EarlyCase | None:
    """Return a case that others have already, as after a link from farther east, or None."""
    file = find_file_of_number(number) if number <= MAX_NUMBER else None
    if file is None or not is_open(file.day, timezone.now()):
        return None
    return EarlyCase(file.number, date_format(at_noon(file.day), "l j F"))


def get_file(number: int, store: RunStore) -> CaseFile:
    """Return the case with this number.

    Raises `Http404` before its day. Readers who travelled west keep what they solved on a day that is yet to come.
    """
    file = find_file_of_number(number) if number <= MAX_NUMBER else None
    if file is None or (file.day > find_today() and not store.find(file).is_over):
        raise Http404
    return file


def _show(
    request: HttpRequest,
    file: CaseFile,
    *,
    store: RunStore | None = None,
    run: Run | None = None,
    error: str = "",
    sent: Run | None = None,
    zone_check: ZoneCheck | None = None,
) -> HttpResponse:
    """Render the case. After a refused act it shows `error`, and the notes that were `sent` with it."""
    store = store or find_store(request)
    run = run or store.find(file)
    if run.is_over:
        context = describe_solution(request, file, run, store) | {"zone_check": zone_check}
        return render(request, "games/cases/solved.html", context)
    run = replace(run, marks=sent.marks, steps=sent.steps) if sent else run
    is_first_case = investigation.is_first_case(store, file)
    context = describe_play(request, file, run) | {
        "is_first": is_first_case or store.is_first(file),
        "is_first_case": is_first_case,
        "error": error,
        "chosen": read_number(request.POST.get("seat", request.GET.get("seat"))),
        "zone_check": zone_check,
    }
    return render(request, "games/cases/case.html", context, status=422 if error else 200)


def act(request: HttpRequest, number: int) -> HttpResponse:
    if request.method in ("GET", "HEAD"):
        return redirect("games:case", number)
    if request.method != "POST":
        return HttpResponseNotAllowed(["GET", "HEAD", "POST"])
    response = _act_on(request, number)
    zone = "" if is_signed_in(request) else read_sent_zone(request)
    return keep_zone(response, zone) if zone else response


def _act_on(request: HttpRequest, number: int) -> HttpResponse:
    activate_zone(request)
    store = find_store(request)
    file = get_file(number, store)
    what, trick, seat = request.POST.get("do", ""), read_number(request.POST.get("trick")), read_seat(request)
    query = {"seat": seat} if seat in range(len(file.bots)) else {}
    shown = read_shown(request, file)
    if not is_signed_in(request) and CASES_KEY not in request.session and not may_begin(request):
        crowd = gettext(
            "Many people on your network have begun a case in the last hour. Please sign in, or try again later."
        )
        return _show(request, file, error=crowd, sent=shown)
    if what == "accuse":
        if not query:
            return _show(request, file, error=gettext("Choose who to accuse."), sent=shown)
        investigation.accuse(store, file, shown, seat, timezone.now())
        query = {}
    elif what in ACTS:
        ACTS[what](store, file, shown)
    elif trick:
        investigation.keep_notes(store, file, shown)
        what, query = "next", {"trick": trick, **query}
    return redirect(_find_address(file, query, PARTS.get(what)))


def _find_address(file: CaseFile, query: dict[str, int], part: str | None) -> str:
    if file.day == find_today():
        return reverse("games:case_of_the_day", query=query, fragment=part)
    return reverse("games:case", args=[file.number], query=query, fragment=part)
