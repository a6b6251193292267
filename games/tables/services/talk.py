import re
import unicodedata
from datetime import datetime, timedelta

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
from insidejob.cache_stamps import forget_stamps, name_table
from insidejob.untranslated import plain

# How many lines a seat may write: more than people type.
MAX_A_MINUTE = 30
# Zero-width joiners, needed in Persian, Hindi and emoji.
JOINERS = "\u200c\u200d"
LINE_ENDS = re.compile("\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")


@transaction.atomic
def say(*, game: Game, seat: int, text: str, author: User | None = None) -> Message:
    """Store a message. `author` is stored in case the seat changes hands."""
    if author is not None and find_stop(author):
        raise Refusal("guest_stopped" if author.is_guest else "talk_stopped")
    if silence := find_silence(game):
        raise Refusal(silence)
    text = tidy_talk(text)
    if not text.strip(JOINERS):
        raise Refusal("empty")
    if len(text) > MESSAGE_LENGTH:
        raise Refusal("too_long")
    if _says_too_much(game, seat):
        raise Refusal("too_fast")
    if game.was_dealt:
        announce_unlocked(game.code)
    else:
        # The version does not grow. Before the start that would reload whole pages, which talk does not need.
        forget_stamps(name_table(game.code))
    name = _find_speaker(game, seat, author)
    message = Message.objects.create(game=game, seat=seat, author=author, name=name, text=text)
    least = Game.Kept.TALK if game.was_dealt else Game.Kept.ALL
    said = {"last_said": Greatest("last_said", message.pk), "kept": Greatest("kept", least)}
    Game.objects.filter(pk=game.pk).update(**said)
    return message


def _find_speaker(game: Game, seat: int, author: User | None) -> str:
    player = Player.objects.select_related("user").get(game=game, seat=seat)
    is_theirs = author is None or author.pk == player.user_id
    return plain(name_of(player) if is_theirs else find_name(author, ""))


def find_stop(author: User) -> datetime | None:
    """Return until when moderators suspended the chat of a user, or None."""
    stopped = [each.talk_stopped_until for each in (author, author.bot_owner) if each]
    return max((until for until in stopped if until and until > timezone.now()), default=None)


def find_silence(game: Game) -> str | None:
    if not game.is_running or game.talk == Game.Talk.OPEN:
        return None
    if game.talk == Game.Talk.OFF:
        return "talk_is_off"
    return None if _is_between(load_table(game)) else "talk_waits"


def _is_between(table: Table) -> bool:
    """Whether a scene has just begun, or a public vote is open."""
    title, states = table.title, table.states
    if len(states) == 1 or title.scene(states[-1]) != title.scene(states[-2]):
        return True
    asked = (title.decision(states[-1], seat) for seat in title.to_act(states[-1]))
    return any(decision is not None and decision.vote and decision.public for decision in asked)


def note_read(player: Player, last: int) -> None:
    """Note that a player has read up to `last`, a primary key."""
    if last > player.talk_read:
        Player.objects.filter(pk=player.pk, user=player.user_id, talk_read__lt=last).update(talk_read=last)
        player.talk_read = last


def tidy_talk(text: str) -> str:
    """Return text with LF line ends, at most one empty line in a row, and no control or direction characters."""
    lines = LINE_ENDS.sub("\n", text).replace("\t", " ")
    shown = "".join(char for char in lines if char in JOINERS + "\n" or unicodedata.category(char) not in {"Cc", "Cf"})
    return re.sub(r"\n\s*\n", "\n\n", shown).strip()


def _says_too_much(game: Game, seat: int) -> bool:
    said = Message.objects.filter(game=game, seat=seat).order_by("-pk").values_list("sent_at", flat=True)
    earlier = said[MAX_A_MINUTE - 1 : MAX_A_MINUTE].first()
    return earlier is not None and earlier > timezone.now() - timedelta(minutes=1)
