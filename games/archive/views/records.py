from collections.abc import Callable, Iterable
from itertools import count, takewhile

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from accounts.decorators import signed_in
from accounts.models import User
from accounts.requests import SignedInRequest, is_signed_in
from games.archive.selectors.commitments import export_commitments, open_commitment
from games.archive.selectors.records import export_games, export_table
from games.models import Game
from games.rules.engine.values import Json
from games.rules.record import dump_line
from games.state.table import Table, load_table
from games.tables.views.access import find_own_player, get_seated, show_private
from insidejob.replica import may_be_late

AT_ONCE = 50
"""Of so many games the lines are written together."""
Export = Callable[[User, int, int], Iterable[dict[str, Json] | None]]


@require_safe
def record(request: HttpRequest, code: str) -> HttpResponse:
    return _give(request, code, _write_record, "")


@require_safe
def commitment(request: HttpRequest, code: str) -> HttpResponse:
    return _give(request, code, open_commitment, "-commitment")


def _write_record(table: Table) -> dict[str, Json] | None:
    return export_table(table) if table.game.status == Game.Status.OVER else None


def _give(
    request: HttpRequest, code: str, write: Callable[[Table], dict[str, Json] | None], ending: str
) -> HttpResponse:
    """Answer with the file that `write` makes, or redirect to the table if it returns None."""
    game, players = get_seated(code)
    if not game.was_dealt:
        return redirect("games:table", code)
    if not is_signed_in(request) or find_own_player(players, request.user) is None:
        return show_private(request)
    written = None if game.is_running else write(load_table(game, players))
    if written is None:
        return redirect("games:table", code)
    name = f"{game.title}-{game.code}{ending}.json"
    return HttpResponse(dump_line(written) + "\n", "application/json", headers=save_as(name))


@signed_in
@require_safe
def my_records(request: SignedInRequest) -> StreamingHttpResponse:
    return _stream(request, export_games, "records.jsonl")


@signed_in
@require_safe
def my_commitments(request: SignedInRequest) -> StreamingHttpResponse:
    """Stream one line per game in the order of `my_records`, with `null` where nothing may be opened."""
    return _stream(request, export_commitments, "commitments.jsonl")


def _stream(request: SignedInRequest, export: Export, name: str) -> StreamingHttpResponse:
    parts = (_write_lines(request, export, start) for start in count(0, AT_ONCE))
    return StreamingHttpResponse(takewhile(bool, parts), content_type="application/jsonl", headers=save_as(name))


@may_be_late
def _write_lines(request: SignedInRequest, export: Export, start: int) -> str:
    """Return the lines of the games from `start` on, none after the last.

    They are sent when all of them are written: if the replica fails, the primary can write the same lines again.
    """
    return "".join(dump_line(each) + "\n" for each in export(request.user, start, AT_ONCE))


def save_as(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}
