"""Talk at a table."""

from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.models import Game, Message
from games.models.talk import MESSAGE_LENGTH
from games.services.errors import Refusal

MOST_A_MINUTE = 30
"""What one seat may say in a minute: more than anybody types, and little enough for the others to bear."""


@transaction.atomic
def say(*, game: Game, seat: int, text: str) -> Message:
    """Store what a seat says, and let waiting pages notice.

    Raises `Refusal`: "empty" or "too_long" unless the text is 1 to `MESSAGE_LENGTH` characters once trimmed, "too_fast"
    if the seat has said `MOST_A_MINUTE` things within a minute.
    """
    # A line's end counts as one character, as in the browser; PostgreSQL stores no NUL.
    text = text.replace("\r\n", "\n").replace("\0", "").strip()
    if not text:
        raise Refusal("empty")
    if len(text) > MESSAGE_LENGTH:
        raise Refusal("too_long")
    if says_too_much(game, seat):
        raise Refusal("too_fast")
    Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
    return Message.objects.create(game=game, seat=seat, text=text)


def says_too_much(game: Game, seat: int) -> bool:
    """Tell whether a seat has said as much in the last minute as it may."""
    said = Message.objects.filter(game=game, seat=seat).order_by("-pk").values_list("sent_at", flat=True)
    earlier = said[MOST_A_MINUTE - 1 : MOST_A_MINUTE].first()
    return earlier is not None and earlier > timezone.now() - timedelta(minutes=1)
