"""Finished games: step by step, and as records."""

from django.http import HttpResponse

from accounts.models import Scope
from games.api.answers import Answer
from games.api.endpoints import get
from games.api.inputs import Page
from games.api.openapi import LINES
from games.api.problems import Problem
from games.api.requests import TokenRequest
from games.api.schemas import CommitmentOut, RecordLinesOut, RecordOut, ReplayOut
from games.api.seats import get_own_seat
from games.api.selectors.replay import describe_step
from games.archive.selectors.commitments import open_commitment
from games.archive.selectors.records import export_games, export_table
from games.archive.selectors.replay import find_step, list_eyes, list_scenes
from games.models import Game, Player
from games.rules.record import dump_line
from games.state.narration import is_all_recalled, narrate_table
from games.state.table import Table, load_table
from insidejob.replica import may_be_late

RECORDS_A_PAGE = 50


def _load(request: TokenRequest, code: str) -> tuple[Table, Player]:
    game, players, own = get_own_seat(request, code)
    if not game.was_dealt:
        raise Problem("not_played", 409)
    return load_table(game, players), own


def _load_finished(request: TokenRequest, code: str) -> Table:
    table, _ = _load(request, code)
    if table.game.is_running:
        raise Problem("not_played", 409)
    return table


@get("games/{slug:code}/replay", Scope.TABLES, "replay", ReplayOut)
def replay(
    request: TokenRequest, code: str, step: int | None = None, scene: int | None = None, seat: int | None = None
) -> Answer:
    """A game as a seat knew it after `step` moves (0 is the deal), or when a `scene` began; the end without either.
    `seat` is yours, or after the end any.
    """
    table, own = _load(request, code)
    if not is_all_recalled(table, narrate_table(table, own.seat)):
        raise Problem("not_played", 409)
    eyes, last = list_eyes(table, own.seat), len(table.entries)
    if seat is not None and seat not in eyes:
        raise Problem("invalid", 422, fields=["seat"], allowed=list(eyes))
    found = step if scene is None else _find_begin(table, scene)
    shown = last if found is None else min(max(found, 0), last)
    return Answer(describe_step(table, shown, own.seat if seat is None else seat), player=own, part="replay")


def _find_begin(table: Table, scene: int) -> int:
    scenes = list_scenes(table)
    step = find_step(scenes, str(scene))
    if step is None:
        raise Problem("invalid", 422, fields=["scene"], allowed=[each.number for each in scenes])
    return step


@get("games/{slug:code}/record", Scope.TABLES, "record", RecordOut)
def record(request: TokenRequest, code: str) -> Answer:
    """The record of a finished game: docs/records.md."""
    table = _load_finished(request, code)
    if table.game.status != Game.Status.OVER:
        raise Problem("not_played", 409)
    return Answer(export_table(table))


@get("records", Scope.TABLES, "records", RecordLinesOut)
@may_be_late
def records(request: TokenRequest, page: Page = 1) -> HttpResponse:
    """The records of your finished games, the oldest first, 50 a page: a line of JSON each. After the last page there
    are none.
    """
    start = (page - 1) * RECORDS_A_PAGE
    lines = [dump_line(each) + "\n" for each in export_games(request.user, start, RECORDS_A_PAGE)]
    return HttpResponse("".join(lines), LINES)


@get("games/{slug:code}/commitment", Scope.TABLES, "commitment", CommitmentOut)
def commitment(request: TokenRequest, code: str) -> Answer:
    """What opens the seal of a finished game's deal: docs/records.md."""
    opened = open_commitment(_load_finished(request, code))
    if opened is None:
        raise Problem("not_played", 409)
    return Answer(opened)
