from typing import Any

from django.http import HttpRequest

from accounts.models import User
from accounts.requests import is_signed_in
from games.models import Act
from games.notifications.presence import name_presence
from games.tables.selectors.talk import Talking
from games.tables.services.talk import find_stop, note_read
from games.tables.views.access import read_number
from games.tables.views.polls import is_looking
from insidejob.storage_errors import ignoring_refusals


def fill_talk(request: HttpRequest, talking: Talking) -> dict[str, Any]:
    """Return the context of the talk: lines before a given one, those from a given one on, or the last ones.

    The lines count as read, unless they are earlier ones.
    """
    if (end := read_number(request.GET.get("before"))) is not None:
        return {"talk": talking.load_before(end), "is_earlier": True}
    first = read_number(request.POST.get("from", request.GET.get("from")))
    talk = talking.load() if first is None else talking.load_from(first)
    if is_looking(request, name_presence(talking.game.pk, talking.reader.user_id or 0)):
        with ignoring_refusals():
            note_read(talking.reader, max(talk.last, talking.game.last_said))
    if not is_signed_in(request):
        return {"talk": talk, "stopped_until": None}
    return {"talk": talk, "stopped_until": find_stop(request.user), "is_told": _is_guest_told(request.user)}


def _is_guest_told(user: User) -> bool:
    """Whether moderators wrote to a guest, who has no email address."""
    return user.is_guest and Act.objects.filter(person=user).exclude(kind=Act.Kind.DONE).exists()
