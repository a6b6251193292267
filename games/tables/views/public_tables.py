from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.availability.waking_hours import SLEEPS_AT, WAKES_AT, Hours
from accounts.decorators import not_for_guests, signed_in
from accounts.faces import Face
from accounts.models import User
from accounts.requests import SignedInRequest, is_signed_in
from games.clock.presets import PRESETS
from games.clock.reliability import Reliability
from games.models import Game, TableAlert
from games.people.selectors.reliability import load_reliability
from games.rules.engine.protocol import AnyTitle
from games.rules.registry import TITLES
from games.state.company import list_company
from games.state.names import show_faces
from games.state.view import TableFacts, show_facts
from games.tables.forms.public_tables import OpenTablesForm, read_wanted
from games.tables.selectors.public_tables import Wanted, find_pace, list_public, list_watchable
from games.tables.services import table_alerts
from games.wording.sentences import word_clock, word_reliability
from insidejob.replica import may_be_late

TABLES_A_PAGE = 25
GAMES_TO_WATCH = 12


@dataclass(frozen=True)
class PublicRow:
    """A row of the public list. It shows nothing that the invitation does not show."""

    game: TableFacts
    # None if this release does not know the rules.
    title: AnyTitle | None
    names: tuple[str, ...]
    faces: tuple[Face, ...]
    free: int
    opened_at: datetime
    # In words.
    times: str
    # The name of the host's language.
    language: str
    in_time_only: bool
    guests_welcome: bool
    allows_bots: bool
    # The name of the preset that is as fast.
    pace: str
    host: str
    # Of the host, in words.
    reliability: str
    # Whether the user sits there, or a seat is kept for them.
    is_mine: bool


def _make_rows(games: Iterable[Game], user: User | None) -> list[PublicRow]:
    shown = list(games)
    reliability = load_reliability([game.host_id for game in shown])
    return [_make_row(game, user, reliability[game.host_id]) for game in shown]


def _make_row(game: Game, user: User | None, reliability: Reliability) -> PublicRow:
    players = list(game.players.all())
    hours = user.hours if user else Hours(opens=WAKES_AT, closes=SLEEPS_AT)
    title, faces = game.known_title, show_faces(players)
    return PublicRow(
        game=show_facts(game),
        title=title,
        names=list_company(player for player in players if not player.is_free),
        faces=tuple(faces[player.seat] for player in players if not player.is_free),
        free=sum(player.is_free for player in players),
        opened_at=game.opened_at,
        times=word_clock(game.clock, hours if game.sleeps else None, has_vote=not title or title.HAS_VOTE),
        language=game.host.get_language_display(),
        in_time_only=game.in_time_only,
        guests_welcome=game.guests_welcome,
        allows_bots=game.allows_bots,
        pace=str(PRESETS[find_pace(game.pace)].label),
        host=game.host.shown_name,
        reliability=word_reliability(reliability),
        is_mine=user is not None and any(player.user_id == user.pk for player in players),
    )


@dataclass(frozen=True)
class WatchRow:
    key: str
    name: str
    title: AnyTitle | None
    names: tuple[str, ...]
    faces: tuple[Face, ...]


def _make_watch_row(game: Game) -> WatchRow:
    players = sorted(game.players.all(), key=lambda player: player.seat)
    faces = show_faces(players)
    return WatchRow(
        key=game.watch_key,
        name=game.name,
        title=game.known_title,
        names=list_company(players),
        faces=tuple(faces[player.seat] for player in players),
    )


def _describe_alert(user: User | None, form: OpenTablesForm, wanted: Wanted) -> dict[str, Any]:
    """Describe which tables members asked to hear of, and which they would ask for now."""
    if user is None or user.is_guest:
        return {}
    kept = TableAlert.objects.filter(user=user).first()
    asked = Wanted(title=kept.title, pace=kept.pace, language=kept.language) if kept else None
    return {
        "can_ask": True,
        "alert": _word_tables(asked) if asked else "",
        "alert_shown": _word_tables(wanted),
        "alert_is_this": asked == replace(wanted, seats=0),
        "alert_fields": {name: form.initial[name] for name in ("title", "pace", "language") if name in form.initial},
    }


def _word_tables(wanted: Wanted) -> str:
    """Say in words which tables are wanted, such as `T.A.R.G.E.T., Relaxed, French`."""
    title, preset = TITLES.get(wanted.title), PRESETS.get(wanted.pace)
    parts = [
        gettext(title.TEXTS.name) if title else "",
        str(preset.label) if preset else "",
        str(dict(settings.LANGUAGES).get(wanted.language, "")),
    ]
    return ", ".join(filter(None, parts)) or gettext("any table")


@require_http_methods(["POST"])
@signed_in
@not_for_guests
def table_alert(request: SignedInRequest) -> HttpResponse:
    form, wanted = read_wanted(request.POST)
    if request.POST.get("stop"):
        table_alerts.stop(request.user)
    else:
        table_alerts.ask(request.user, wanted)
    query = f"?{urlencode(form.initial)}" if form.initial else ""
    return redirect(f"{reverse('games:open_tables')}{query}#alert")


@require_safe
@may_be_late
def open_tables(request: HttpRequest) -> HttpResponse:
    form, wanted = read_wanted(request.GET)
    user = request.user if is_signed_in(request) else None
    page = Paginator(list_public(wanted, user), TABLES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "rows": _make_rows(page, user),
        "to_watch": [_make_watch_row(game) for game in list_watchable(wanted, user)[:GAMES_TO_WATCH]],
        "is_narrowed": bool(form.initial),
        "wanted_title": wanted.title or next(iter(TITLES)),
        "page": page.number,
        "pages": page.paginator.num_pages,
        "newer": page.previous_page_number() if page.has_previous() else None,
        "older": page.next_page_number() if page.has_next() else None,
        **_describe_alert(user, form, wanted),
        "kept": f"&{urlencode(form.initial)}" if form.initial else "",
    }
    return render(request, "games/tables/public_tables.html", context)
