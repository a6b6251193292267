"""Talk at a table."""

import re
import unicodedata
from datetime import timedelta

from django.db import transaction
from django.db.models.functions import Greatest
from django.utils import timezone

from accounts.models import User
from games.models import Game, Message, Player
from games.models.talk import MESSAGE_LENGTH
from games.state.names import find_name
from games.state.refusals import Refusal
from games.state.table import Table, load_table
from games.state.view import name_of
from games.tables.services.seats import announce_unlocked
from insidejob.marks import plain

MAX_A_MINUTE = 30
"""What one seat may say in a minute: more than anybody types, and little enough for the others to bear."""
JOINERS = "\u200c\u200d"
"""What joins and parts letters in Persian or Hindi, and pictures in one: shown by what is around it."""
LINE_ENDS = re.compile("\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")


@transaction.atomic
def say(*, game: Game, seat: int, text: str, author: User | None = None) -> Message:
    """Store what a seat says, and let waiting pages notice. `author` is who says it, should another get the seat.

    Raises `Refusal`: "empty" or "too_long" unless the text is 1 to `MESSAGE_LENGTH` characters once trimmed, "too_fast"
    if the seat has said `MAX_A_MINUTE` things within a minute; "talk_is_off" or "talk_waits" where the table chose so;
    "talk_stopped", to a guest "guest_stopped", if an operator has stopped its author talking.
    """
    if author is not None and is_stopped(author):
        raise Refusal("guest_stopped" if author.is_guest else "talk_stopped")
    if silence := find_silence(game):
        raise Refusal(silence)
    text = tidy_talk(text)
    if not text.strip(JOINERS):
        raise Refusal("empty")
    if len(text) > MESSAGE_LENGTH:
        raise Refusal("too_long")
    if says_too_much(game, seat):
        raise Refusal("too_fast")
    if game.was_dealt:
        # Before, pages are loaded again when there is news, and talk asks for itself: nothing that is typed gets lost.
        announce_unlocked(game.code)
    name = find_speaker(game, seat, author)
    message = Message.objects.create(game=game, seat=seat, author=author, name=name, text=text)
    least = Game.Kept.TALK if game.was_dealt else Game.Kept.ALL
    said = {"last_said": Greatest("last_said", message.pk), "kept": Greatest("kept", least)}
    Game.objects.filter(pk=game.pk).update(**said)
    return message


def find_speaker(game: Game, seat: int, author: User | None) -> str:
    """Return the name under which a line stands: the author's at this table, now."""
    player = Player.objects.select_related("user").get(game=game, seat=seat)
    is_theirs = author is None or author.pk == player.user_id
    return plain(name_of(player) if is_theirs else find_name(author, ""))


def is_stopped(author: User) -> bool:
    """Tell whether an operator has stopped a person talking, for now."""
    return author.talk_stopped_until is not None and author.talk_stopped_until > timezone.now()


def find_silence(game: Game) -> str | None:
    """Return why nobody may talk at a table now, "talk_is_off" or "talk_waits", or None where all may."""
    if not game.is_running or game.talk == Game.Talk.OPEN:
        return None
    if game.talk == Game.Talk.OFF:
        return "talk_is_off"
    return None if is_between(load_table(game)) else "talk_waits"


def is_between(table: Table) -> bool:
    """Tell whether a trick, turn or round has just begun, or what is asked is chosen in secret, as in a vote."""
    title, states = table.title, table.states
    if len(states) == 1 or title.scene(states[-1]) != title.scene(states[-2]):
        return True
    asked = (title.decision(states[-1], seat) for seat in title.to_act(states[-1]))
    return any(decision is not None and decision.vote and decision.public for decision in asked)


def note_read(player: Player, last: int) -> None:
    """Note that a player has been shown what was said up to the message `last`, by its primary key."""
    if last > player.talk_read:
        Player.objects.filter(pk=player.pk, user=player.user_id, talk_read__lt=last).update(talk_read=last)
        player.talk_read = last


def tidy_talk(text: str) -> str:
    """Return what is said without what could make it pass for something else: one kind of line's end, which counts as
    one character as in the browser, one empty line at most, and no control characters, those of direction among them.
    """
    lines = LINE_ENDS.sub("\n", text).replace("\t", " ")
    shown = "".join(char for char in lines if char in JOINERS + "\n" or unicodedata.category(char) not in {"Cc", "Cf"})
    return re.sub(r"\n\s*\n", "\n\n", shown).strip()


def says_too_much(game: Game, seat: int) -> bool:
    """Tell whether a seat has said as much in the last minute as it may."""
    said = Message.objects.filter(game=game, seat=seat).order_by("-pk").values_list("sent_at", flat=True)
    earlier = said[MAX_A_MINUTE - 1 : MAX_A_MINUTE].first()
    return earlier is not None and earlier > timezone.now() - timedelta(minutes=1)
