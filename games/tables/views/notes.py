from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from accounts.decorators import signed_in
from accounts.models import User
from accounts.requests import SignedInRequest
from games.state.refusals import Refusal
from games.state.table import load_table
from games.state.view import view_table
from games.tables.selectors.sidebar import Sidebar
from games.tables.services import notes
from games.tables.views.access import find_own_player, forms_only, get_seated, show_private
from games.tables.views.refusals import word_refusal
from games.tables.views.table import NOTES, fill_tab, find_tab, show_table
from insidejob.compression import keep_plain, pad_for

PREFIX = "suspicion-"


@forms_only
@signed_in
def write_note(request: SignedInRequest, code: str) -> HttpResponse:
    text, number = request.POST.get("text", ""), _read_number(request.POST.get("note", ""))

    def keep(user: User) -> None:
        if number < 0:
            notes.write_note(code=code, user=user, text=text)
        elif "delete" in request.POST:
            notes.delete_note(code=code, user=user, number=number)
        else:
            notes.change_note(code=code, user=user, number=number, text=text)

    return _answer(request, code, keep, {"note_text": text, "note_number": max(number, 0)})


@forms_only
@signed_in
def suspect(request: SignedInRequest, code: str) -> HttpResponse:
    fields = {name.removeprefix(PREFIX): str(step) for name, step in request.POST.items() if name.startswith(PREFIX)}
    steps = {_read_number(seat): _read_number(step) for seat, step in fields.items() if step}
    return _answer(request, code, lambda user: notes.suspect(code=code, user=user, steps=steps), {})


@forms_only
@signed_in
def open_notes(request: SignedInRequest, code: str) -> HttpResponse:
    opens = bool(request.POST.get("opens"))
    return _answer(request, code, lambda user: notes.open_notes(code=code, user=user, opens=opens), {})


def _read_number(raw: str) -> int:
    return int(raw) if raw.isdecimal() and raw.isascii() and len(raw) < 8 else -1


def _answer(
    request: SignedInRequest, code: str, service: Callable[[User], None], typed: dict[str, Any]
) -> HttpResponse:
    game, players = get_seated(code)
    if not game.was_dealt:
        return redirect("games:table", code)
    if find_own_player(players, request.user) is None:
        return show_private(request)
    try:
        service(request.user)
    except Refusal as refusal:
        if refusal.code == "no_note":
            typed["note_number"] = 0
        return _show_notes(request, code, note_error=word_refusal(refusal, game.played_by), **typed)
    if request.htmx:
        return _show_notes(request, code)
    return redirect(f"{reverse('games:table', args=[code])}?tab={NOTES}#side")


def _show_notes(request: SignedInRequest, code: str, **refused: Any) -> HttpResponse:
    game, players = get_seated(code)
    if not request.htmx:
        return show_table(request, game, players, status=422, tab_name=NOTES, **refused)
    own = find_own_player(players, request.user)
    if own is None:
        return show_private(request)
    table = load_table(game, players)
    filled = fill_tab(request, table, Sidebar(game, own), find_tab(NOTES))
    context = {"view": view_table(table, own.seat), "code": code, **filled, **refused}
    return pad_for(keep_plain(render(request, "games/tables/_notes.html", context)), own, NOTES)
