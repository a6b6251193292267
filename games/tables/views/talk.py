from typing import Any

from django.http import HttpRequest

from games.tables.selectors.talk import Talking
from games.tables.services.talk import note_read
from games.tables.views.access import read_number
from games.tables.views.polls import HIDDEN_TAB
from insidejob.storage_errors import ignoring_refusals


def fill_talk(request: HttpRequest, talking: Talking) -> dict[str, Any]:
    """The lines before one, those from one on, or the last; the latter two count as read."""
    if (end := read_number(request.GET.get("before"))) is not None:
        return {"talk": talking.load_before(end), "is_earlier": True}
    first = read_number(request.POST.get("from", request.GET.get("from")))
    talk = talking.load() if first is None else talking.load_from(first)
    if HIDDEN_TAB not in request.headers:
        with ignoring_refusals():
            note_read(talking.reader, max(talk.last, talking.game.last_said))
    return {"talk": talk}
