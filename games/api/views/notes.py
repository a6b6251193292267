"""One's own notes and suspicions, and what others have opened."""

from collections.abc import Callable
from typing import Any

from accounts.models import Scope
from games.api.answers import Answer
from games.api.endpoints import delete, get, post, put
from games.api.inputs import NoteIn, OpenNotesIn, SuspicionsIn
from games.api.problems import Problem
from games.api.requests import TokenRequest
from games.api.schemas import NotesOut
from games.api.seats import get_own_seat
from games.state.table import load_table
from games.tables.selectors.notes import Remark, load_notebook
from games.tables.services import notes as services


def _show(request: TokenRequest, code: str) -> Answer:
    game, players, own = get_own_seat(request, code)
    if not game.was_dealt:
        raise Problem("not_running", 409)
    book = load_notebook(load_table(game, players), own)
    body = {
        "notes": [_describe(each) for each in book.own if each.about is None],
        "suspicions": {str(seat): step for seat, step in book.steps.items()},
        "is_opened": book.is_opened,
        "opened": [_describe(each) for each in book.opened if each.about is None],
    }
    return Answer(body, player=own, part="notes")


def _describe(remark: Remark) -> dict[str, Any]:
    return {
        "seat": remark.seat,
        "number": remark.number,
        "scene": remark.scene,
        "moves": remark.at,
        "text": remark.text,
    }


def _change(request: TokenRequest, code: str, service: Callable[..., None], **given: Any) -> Answer:
    service(code=code, user=request.user, **given)
    return _show(request, code)


@get("games/{slug:code}/notes", Scope.PLAY, "notes", NotesOut)
def notes(request: TokenRequest, code: str) -> Answer:
    """Your notes and suspicions; after the end also the notes of others, if they and you have opened them."""
    return _show(request, code)


@post("games/{slug:code}/notes", Scope.PLAY, "write_note", NotesOut)
def write_note(request: TokenRequest, code: str, written: NoteIn) -> Answer:
    """Write a note."""
    return _change(request, code, services.write_note, text=written.text)


@put("games/{slug:code}/notes/{int:number}", Scope.PLAY, "change_note", NotesOut)
def change_note(request: TokenRequest, code: str, number: int, written: NoteIn) -> Answer:
    """Change a note."""
    return _change(request, code, services.change_note, number=min(number, services.MAX_NUMBER), text=written.text)


@delete("games/{slug:code}/notes/{int:number}", Scope.PLAY, "delete_note", NotesOut)
def delete_note(request: TokenRequest, code: str, number: int) -> Answer:
    """Delete a note."""
    return _change(request, code, services.delete_note, number=min(number, services.MAX_NUMBER))


@put("games/{slug:code}/suspicions", Scope.PLAY, "suspect", NotesOut)
def suspect(request: TokenRequest, code: str, wanted: SuspicionsIn) -> Answer:
    """Store how much you suspect other seats, from 1 to 5. Seats that are left out stay as they were."""
    return _change(request, code, services.suspect, steps=wanted.steps)


@put("games/{slug:code}/notes", Scope.PLAY, "open_notes", NotesOut)
def open_notes(request: TokenRequest, code: str, wanted: OpenNotesIn) -> Answer:
    """After the end, let those read your notes who open theirs, or stop that."""
    return _change(request, code, services.open_notes, opens=wanted.opens)
