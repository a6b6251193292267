"""Whether a notice is still worth a mail when its time has come."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from games.models import Game, Notice, Seat
from games.services import notices, wishes
from games.services.presence import is_looking

Kind, State = Notice.Kind, Notice.State
ASKED = (Kind.TURN, Kind.VOTE, Kind.REMINDER)
LOOK_AGAIN = timedelta(minutes=1)
"""For so long a mail waits that would tell somebody what they are looking at."""


@dataclass(frozen=True)
class Verdict:
    """What is to become of a notice: the state to give it; SENT once its mail is out, WAITING until `until`."""

    state: Notice.State
    until: datetime | None = None


def judge(notice: Notice, now: datetime) -> Verdict:
    """Decide what is to become of a notice that is due. Reads, and changes nothing."""
    user, game = notice.recipient, notice.game
    seat = game.seats.filter(user=user).first()
    if user.is_guest or not user.email or not user.is_active or not is_true(notice, seat) or was_seen(notice):
        return Verdict(State.DROPPED)
    if user.mail_refused_at is not None:
        return Verdict(State.REFUSED)
    if not wishes.is_wanted(user, notice.kind):
        return Verdict(State.UNWANTED)
    if notice.kind == Kind.REMINDER and game.due_at and now < (time := choose_reminder(notice, game.due_at)):
        return Verdict(State.WAITING, time)
    if notice.kind in (Kind.TURN, Kind.VOTE) and is_looking(game.pk, user.pk):
        return Verdict(State.WAITING, now + LOOK_AGAIN)
    return Verdict(State.SENT)


def is_true(notice: Notice, seat: Seat | None) -> bool:
    """Tell whether what a notice says is still so; `seat` is the recipient's, if they have one."""
    game = notice.game
    if seat is None:
        return False
    if notice.kind in ASKED:
        is_owed = bool(seat.owes) and notices.name_event(game, seat) == notice.key
        return game.is_running and is_owed and notices.is_told(seat)
    if notice.kind == Kind.STARTED:
        return game.is_running
    if notice.kind == Kind.STAND_IN:
        return game.is_running and seat.stand_in
    if notice.kind == Kind.REMATCH:
        return game.status == Game.Status.OPEN and seat.invited
    # The game is over, the table closed: that stays so.
    return True


def was_seen(notice: Notice) -> bool:
    """Tell whether somebody who plays alone with bots knows already: they started the game, they look at its end."""
    if notice.kind not in (Kind.STARTED, Kind.OVER):
        return False
    user, game = notice.recipient, notice.game
    if game.seats.filter(user__isnull=False).exclude(user=user).exists():
        return False
    return notice.kind == Kind.STARTED or is_looking(game.pk, user.pk)


def choose_reminder(notice: Notice, due_at: datetime) -> datetime:
    """Return when a fifth of the time is left, by the deadline as it stands: downtime has moved it."""
    game = notice.game
    asked = Notice.objects.filter(recipient=notice.recipient, key=notice.key)
    is_vote = asked.filter(kind=Kind.VOTE).exists()
    return due_at - timedelta(seconds=game.vote_time if is_vote else game.pace) / 5
