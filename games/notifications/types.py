"""Notification types. A new one is a row here and a template `games/emails/<code>.txt`.

`still_true` is required: what a notification says may be over before it is sent.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from games.models import Game, Member, Notification, Player
from games.notifications.recipients import NO_SEAT, is_told, name_event, read_seat
from games.people.selectors.blocks import is_kept_apart

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words

StillTrue = Callable[[Notification, Player], bool]
"""Takes a notification and the recipient's current player row."""


class Group(Enum):
    QUESTION = "question"
    """The recipient is asked something."""
    SEAT = "seat"
    """About the recipient's seat."""
    GAME = "game"
    """About the whole table."""


@dataclass(frozen=True, slots=True)
class NotificationType:
    code: str
    """Stored in rows; names the template."""
    name: "Words"
    """Shown in the list of past notifications."""
    subject: str
    """Untranslated; `table` is the table's name."""
    switch: str
    """Turns it off; a key of `SWITCHES`."""
    group: Group
    still_true: StillTrue
    tells: bool = False
    """Its email says what happened since the reader last moved."""
    shows: bool = False
    """Its email shows how the table stands."""

    @property
    def template(self) -> str:
        return f"games/emails/{self.code}.txt"


def is_still_asked(notification: Notification, player: Player) -> bool:
    """The same question stands, and no stand-in plays."""
    is_owed = bool(player.owes) and name_event(notification.game, player) == notification.key
    return notification.game.is_running and is_owed and is_told(player)


def is_running(notification: Notification, player: Player) -> bool:
    return notification.game.is_running


def has_missed(notification: Notification, player: Player) -> bool:
    return notification.game.is_running and player.missed > 0 and is_told(player)


def has_stand_in(notification: Notification, player: Player) -> bool:
    return notification.game.is_running and player.stand_in


def is_seat_open(notification: Notification, player: Player) -> bool:
    return (
        notification.game.is_running
        and notification.game.players.filter(seat=read_seat(notification)).exclude(link="").exists()
    )


def is_invited(notification: Notification, player: Player) -> bool:
    """The seat is still reserved, and no player there is kept apart from the recipient."""
    is_kept = notification.game.status == Game.Status.OPEN and player.invited
    return is_kept and not is_kept_apart(notification.recipient, notification.game.players.all())


def lacks_players(notification: Notification, player: Player) -> bool:
    game = notification.game
    is_theirs = game.status == Game.Status.OPEN and game.host_id == notification.recipient_id
    return is_theirs and any(other.is_free for other in game.players.all())


def may_sit_down(notification: Notification, player: Player) -> bool:
    """A free seat at their circle's table, none of their own, and no block."""
    game, user = notification.game, notification.recipient
    if game.status != Game.Status.OPEN or player.seat != NO_SEAT:
        return False
    players = list(game.players.all())
    is_member = Member.objects.filter(circle=game.circle_id, user=user, invited=False).exists()
    return is_member and any(other.is_free for other in players) and not is_kept_apart(user, players)


def stays_so(notification: Notification, player: Player) -> bool:
    return True


SWITCHES: Mapping[str, "Words"] = {
    "turn": _("When it’s your turn, or everyone decides at the same time"),
    "reminder": _("Reminder before time runs out"),
    "missed": _("When your time ran out and an automatic move was made for you"),
    "started": _("When a game starts"),
    "over": _("When a game is over, or a table is closed"),
    "stand_in": _("When a stand-in takes your seat"),
    "substitute": _("When a seat needs a substitute or has been taken over"),
    "rematch": _("When there’s a seat for you in another game"),
    "unfilled": _("When your table still has free seats after a day"),
    "weekly": _("When a circle’s weekly table opens"),
}
"""Preferences of users; each covers types that users see as one."""

STARTED = NotificationType(
    "started", _("Game started"), gettext_noop("%(table)s has started"), "started", Group.GAME, is_running
)
TURN = NotificationType(
    "turn",
    _("Your turn"),
    gettext_noop("Your turn: %(table)s"),
    "turn",
    Group.QUESTION,
    is_still_asked,
    tells=True,
    shows=True,
)
VOTE = NotificationType(
    "vote",
    _("Vote open"),
    gettext_noop("Everyone decides now: %(table)s"),
    "turn",
    Group.QUESTION,
    is_still_asked,
    tells=True,
    shows=True,
)
REMINDER = NotificationType(
    "reminder",
    _("Reminder"),
    gettext_noop("%(table)s is still waiting for you"),
    "reminder",
    Group.QUESTION,
    is_still_asked,
    tells=True,
    shows=True,
)
MISSED = NotificationType(
    "missed",
    _("Time up"),
    gettext_noop("Time’s up: an automatic move was made for you in %(table)s"),
    "missed",
    Group.SEAT,
    has_missed,
    tells=True,
    shows=True,
)
STAND_IN = NotificationType(
    "stand_in",
    _("Stand-in"),
    gettext_noop("A stand-in is playing for you in %(table)s"),
    "stand_in",
    Group.SEAT,
    has_stand_in,
    tells=True,
    shows=True,
)
SEAT_OPEN = NotificationType(
    "seat_open",
    _("Seat available"),
    gettext_noop("%(table)s needs a substitute"),
    "substitute",
    Group.SEAT,
    is_seat_open,
)
SEAT_TAKEN = NotificationType(
    "seat_taken",
    _("New player"),
    gettext_noop("A substitute has joined %(table)s"),
    "substitute",
    Group.GAME,
    is_running,
)
REPLACED = NotificationType(
    "replaced",
    _("Seat taken over"),
    gettext_noop("Your seat in %(table)s has been taken over"),
    "substitute",
    Group.SEAT,
    stays_so,
)
"""The recipient no longer has the seat."""
OVER = NotificationType(
    "over", _("Game over"), gettext_noop("%(table)s is over"), "over", Group.GAME, stays_so, tells=True
)
CLOSED = NotificationType(
    "closed",
    _("Table closed"),
    gettext_noop("%(table)s was closed"),
    "over",
    Group.GAME,
    stays_so,
)
REMATCH = NotificationType(
    "rematch",
    _("Another game"),
    gettext_noop("Play again? There’s a seat for you in %(table)s"),
    "rematch",
    Group.SEAT,
    is_invited,
)
UNFILLED = NotificationType(
    "unfilled",
    _("Free seats"),
    gettext_noop("Seats still free: %(table)s"),
    "unfilled",
    Group.GAME,
    lacks_players,
)
WEEKLY = NotificationType(
    "weekly",
    _("Weekly table"),
    gettext_noop("Your circle’s weekly table is open: %(table)s"),
    "weekly",
    Group.GAME,
    may_sit_down,
)
"""The recipient has no seat yet."""
NOTIFICATION_TYPES: Mapping[str, NotificationType] = {
    kind.code: kind
    for kind in (
        STARTED,
        TURN,
        VOTE,
        REMINDER,
        MISSED,
        STAND_IN,
        SEAT_OPEN,
        SEAT_TAKEN,
        REPLACED,
        OVER,
        CLOSED,
        REMATCH,
        UNFILLED,
        WEEKLY,
    )
}


def list_codes(group: Group) -> list[str]:
    return [kind.code for kind in NOTIFICATION_TYPES.values() if kind.group == group]
