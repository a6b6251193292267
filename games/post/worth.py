"""Whether a notice is still worth a mail when its time has come."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from games.models import Notice, Player
from games.post import preferences
from games.post.kinds import KINDS, MISSED, OVER, REMINDER, STARTED, TURN, VOTE
from games.post.presence import is_looking

State = Notice.State
LOOKED_FOR = (TURN.code, VOTE.code, MISSED.code)
"""What a reader who looks at the table sees there."""
LOOK_AGAIN = timedelta(minutes=1)
"""How long a mail waits that would tell its reader what they are looking at."""


@dataclass(frozen=True)
class Verdict:
    """What is to become of a notice: the state to give it; SENT once its mail is out, WAITING until `until`."""

    state: Notice.State
    until: datetime | None = None


def judge(notice: Notice, now: datetime) -> Verdict:
    """Decide what is to become of a notice that is due. Reads, and changes nothing."""
    user, game = notice.recipient, notice.game
    player = game.players.filter(user=user).first()
    if user.is_guest or not user.email or not user.is_active or not is_true(notice, player):
        return Verdict(State.DROPPED)
    if was_seen(notice) or was_mailed(notice):
        return Verdict(State.DROPPED)
    if user.mail_refused_at is not None:
        return Verdict(State.REFUSED)
    if not preferences.is_wanted(user, notice.kind):
        return Verdict(State.UNWANTED)
    if notice.kind == REMINDER.code and game.due_at and now < (time := choose_reminder(notice, game.due_at)):
        return Verdict(State.WAITING, time)
    if notice.kind in LOOKED_FOR and is_looking(game.pk, user.pk):
        return Verdict(State.WAITING, now + LOOK_AGAIN)
    return Verdict(State.SENT)


def is_true(notice: Notice, player: Player | None) -> bool:
    """Tell whether what a notice says is still so; `player` is the recipient, if they sit there."""
    return player is not None and KINDS[notice.kind].still_true(notice, player)


def was_seen(notice: Notice) -> bool:
    """Tell whether the page tells it: its reader looks at a game that has started, or alone with bots at its end."""
    if notice.kind not in (STARTED.code, OVER.code):
        return False
    user, game = notice.recipient, notice.game
    if notice.kind == OVER.code and game.players.filter(user__isnull=False).exclude(user=user).exists():
        return False
    return is_looking(game.pk, user.pk)


def was_mailed(notice: Notice) -> bool:
    """Tell whether a mail that went out said the same: that of a start says what its reader is asked first.

    What was asked first was written before the notice of the start, and what is asked later after it.
    """
    sent = Notice.objects.filter(recipient=notice.recipient, game=notice.game, state=State.SENT)
    if notice.kind == STARTED.code:
        return sent.filter(kind__in=(TURN.code, VOTE.code), pk__lt=notice.pk).exists()
    return notice.kind in (TURN.code, VOTE.code) and sent.filter(kind=STARTED.code, pk__gt=notice.pk).exists()


def choose_reminder(notice: Notice, due_at: datetime) -> datetime:
    """Return when a fifth of the time is left, by the deadline as it stands: downtime has moved it."""
    asked = Notice.objects.filter(recipient=notice.recipient, key=notice.key)
    return notice.game.clock.remind_at(due_at, vote=asked.filter(kind=VOTE.code).exists())
