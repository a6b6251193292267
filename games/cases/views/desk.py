"""The context of the page of a case: facts and views.

It never has a `CaseFile`, because that knows the solution.
"""

from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format

from accounts.availability.time_zones import guess_time_zone, read_time_zone
from accounts.requests import is_signed_in
from games.cases.days import DAY, find_today, is_open, next_midnight
from games.cases.levels import find_coming_special, number_level_of_day
from games.cases.runs import STEPS, Run, clean_marks
from games.cases.selectors.files import CaseFile, find_file_of_day
from games.cases.selectors.totals import Totals, find_totals
from games.cases.services.investigation import may_buy_clue
from games.cases.views.parts import draw_part, show_scenes
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Term
from games.tables.views.access import read_number
from games.wording.sentences import word_term
from insidejob.replica import may_be_late

ZONE_FIELD = "time_zone"


@dataclass(frozen=True)
class CaseFacts:
    """What templates may know of an unsolved case."""

    number: int
    day: datetime
    level: int
    scenes: int
    commitment: str
    is_today: bool
    weekday: str
    next_at: datetime | None
    special: str
    tomorrow: str
    tomorrow_level: int
    # The special role of a day to come, and that day in words.
    coming: str
    coming_on: str
    is_coming_tomorrow: bool


def describe(file: CaseFile) -> CaseFacts:
    is_today = file.day == find_today()
    day, tomorrow = at_noon(file.day), file.day + DAY
    coming_on, coming = (find_coming_special(file.title, file.day) if is_today else None) or (file.day, None)
    return CaseFacts(
        number=file.number,
        day=day,
        level=file.level,
        scenes=file.scenes,
        commitment=file.commitment,
        is_today=is_today,
        weekday=date_format(day, "l j" if is_today else "j N"),
        next_at=next_midnight() if is_today else None,
        special=_word_special(file.title, file.special),
        tomorrow=date_format(at_noon(tomorrow), "l j"),
        tomorrow_level=number_level_of_day(tomorrow),
        coming=_word_special(file.title, coming),
        coming_on=date_format(at_noon(coming_on), "l j F"),
        is_coming_tomorrow=coming_on == tomorrow,
    )


@dataclass(frozen=True)
class EarlyCase:
    """What readers may know of a case whose day has not begun where they are."""

    number: int
    opens_on: str


def _word_special(title: AnyTitle, special: Term | None) -> str:
    return word_term(title, special) if special else ""


def find_case_of_today(request: HttpRequest) -> CaseFacts | None:
    activate_zone(request)
    file = find_file_of_day(find_today())
    return describe(file) if file else None


def at_noon(day: date) -> datetime:
    """Return noon of a day, because the filters of the templates take a time."""
    return datetime.combine(day, time(12), timezone.get_current_timezone())


def activate_zone(request: HttpRequest) -> None:
    if is_signed_in(request):
        return
    named = read_sent_zone(request) or request.COOKIES.get(settings.TIME_ZONE_COOKIE_NAME)
    zone = read_time_zone(named) or guess_time_zone(request.headers.get("Accept-Language", ""))
    if zone:
        timezone.activate(ZoneInfo(zone))


@dataclass(frozen=True)
class ZoneCheck:
    """What a visitor's script compares: the day of the page, and the zone that the browser named before, or ""."""

    day: date
    zone: str


def find_zone_check(request: HttpRequest) -> ZoneCheck | None:
    """Return None for users, and for visitors with a browser that named no known zone: it would name it for ever."""
    kept = request.COOKIES.get(settings.TIME_ZONE_COOKIE_NAME)
    if is_signed_in(request) or (kept is not None and not read_time_zone(kept)):
        return None
    return ZoneCheck(find_today(), kept or "")


def read_sent_zone(request: HttpRequest) -> str:
    """Return the zone as the browser named it, which may be by an older name, or "" if there is no such zone."""
    sent = request.POST.get(ZONE_FIELD, "")
    return sent if read_time_zone(sent) else ""


def keep_zone(response: HttpResponse, zone: str) -> HttpResponse:
    """Store the reader's time zone in a cookie, because a visitor's session would be a row.

    The zone may be empty. The script then knows that it need not ask again.
    """
    response.set_cookie(
        settings.TIME_ZONE_COOKIE_NAME,
        zone,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def read_shown(request: HttpRequest, file: CaseFile) -> Run:
    """Return the run as the page that sent the form showed it, with the notes of the form."""
    seen = min(read_number(request.POST.get("seen")) or 1, file.scenes)
    seats = len(file.bots)
    steps = {seat: read_number(request.POST.get(f"suspicion-{seat}")) for seat in range(seats)}
    return Run(
        has_row=request.POST.get("begun") == "1",
        seen=seen,
        clue_at=min(read_number(request.POST.get("clue")) or 0, seen),
        marks=clean_marks(request.POST.getlist("mark"), seen, seats),
        steps={seat: step for seat, step in steps.items() if step is not None and step in STEPS},
    )


def _choose_scene(request: HttpRequest, run: Run, file: CaseFile) -> int:
    last = file.scenes if run.is_over else run.seen
    asked = read_number(request.GET.get("trick"))
    return asked if asked and asked <= last else run.seen


@may_be_late
def read_totals(request: HttpRequest, file: CaseFile) -> Totals | None:
    return find_totals(file)


def describe_play(request: HttpRequest, file: CaseFile, run: Run) -> dict[str, Any]:
    """Return the context of the page of an unsolved case."""
    scene = _choose_scene(request, run, file)
    return {
        "case": describe(file),
        "run": run,
        "scene": scene,
        "view": show_scenes(file, run.seen),
        "board": draw_part(file, "case_board", scene),
        "past": draw_part(file, "past", run.seen),
        "aid": draw_part(file, "aid", run.seen),
        "may_buy_clue": may_buy_clue(file, run),
        "has_more": run.seen < file.scenes,
        "totals": None if is_open(file.day, timezone.now()) else read_totals(request, file),
    }
