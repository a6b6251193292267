"""The record of a finished game, and of all of one's finished games, to be kept, replayed and checked elsewhere."""

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from accounts.decorators import signed_in
from accounts.models import User
from accounts.requests import SignedInRequest, is_signed_in
from games.models import Game
from games.reads.exports import export_games, export_table
from games.reads.table import load_players, load_table
from games.rules.record import dump_line
from games.views.access import find_own_player, get_game
from games.views.table import show_private


@require_safe
def record(request: HttpRequest, code: str) -> HttpResponse:
    """Give the record of a finished game to those who played it; of any other game, lead to its page."""
    game = get_game(code)
    if not game.was_dealt:
        return redirect("games:table", code)
    players = load_players(game)
    if not is_signed_in(request) or find_own_player(players, request.user) is None:
        return show_private(request)
    if game.status != Game.Status.OVER:
        return redirect("games:table", code)
    body = dump_line(export_table(load_table(game, players))) + "\n"
    return HttpResponse(body, "application/json", headers=save_as(f"{game.title}-{game.code}.json"))


@signed_in
@require_safe
def my_records(request: SignedInRequest) -> StreamingHttpResponse:
    """Give the records of all my finished games, a line each, while they are being read."""
    lines = stream_lines(request.user)
    return StreamingHttpResponse(lines, content_type="application/jsonl", headers=save_as("records.jsonl"))


def stream_lines(user: User) -> Iterator[str]:
    """Yield the records of the games that `user` has finished, each as a line."""
    for exported in export_games(user):
        yield dump_line(exported) + "\n"


def save_as(name: str) -> dict[str, str]:
    """Return the headers of a file to be saved under `name`."""
    return {"Content-Disposition": f'attachment; filename="{name}"'}
