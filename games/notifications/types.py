"""The types of notifications. To add one, add a row here and a template `games/emails/<code>.txt`.

`still_true` is required, because what a notification says may be over before it is sent.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from games.models import Game, Member, Notification, Player
from games.notifications.open_tables import KIND, is_open_to
from games.notifications.recipients import NO_SEAT, is_told, name_event, name_rest, read_seat
from games.people.selectors.blocks import is_kept_apart

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words

StillTrue = Callable[[Notification, Player], bool]
"""A function of a notification and the recipient's current player row."""


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
    """The code of the type. It is stored in rows and names the template."""
    name: "Words"
    """The name in the list of past notifications."""
    subject: str
    """The subject in English, not yet translated; `table` in it is the table's name."""
    switch: str
    """The preference that turns it off: a key of `SWITCHES`."""
    group: Group
    still_true: StillTrue
    tells: bool = False
    """Its email says what happened since the reader last moved."""
    shows: bool = False
    """Its email shows how the table stands."""

    @property
    def template(self) -> str:
        return f"games/emails/{self.code}.txt"


def _is_still_asked(notification: Notification, player: Player) -> bool:
    """Whether the recipient is still asked the same question, no stand-in plays, and the table is not paused.

    The end of a pause asks again.
    """
    is_owed = bool(player.owes) and name_event(notification.game, player) == notification.key
    is_going_on = notification.game.is_running and notification.game.paused_at is None
    return is_going_on and is_owed and is_told(player)


def _has_just_started(notification: Notification, player: Player) -> bool:
    """Whether the game runs and was never paused. Players who agreed to a pause know that it has started."""
    game = notification.game
    return game.is_running and game.paused_at is None and not game.pauses


def _is_pause_proposed(notification: Notification, player: Player) -> bool:
    """Whether someone waits for the recipient to agree to a pause."""
    is_paused = notification.game.paused_at is not None
    return not is_paused and not player.agrees_to_pause and _is_proposed(notification, player, agrees_to_pause=True)


def _is_end_proposed(notification: Notification, player: Player) -> bool:
    """Whether someone waits for the recipient to agree to end the game."""
    return not player.agrees_to_end and _is_proposed(notification, player, agrees_to_end=True)


def _is_proposed(notification: Notification, player: Player, **agrees: bool) -> bool:
    game = notification.game
    return game.is_running and is_told(player) and game.players.filter(**agrees).exists()


def _are_spectators_proposed(notification: Notification, player: Player) -> bool:
    """Whether the recipient can still decline. Players with a stand-in can, too; the host proposed it."""
    game, user = notification.game, notification.recipient
    return game.spectators_due is not None and game.host_id != user.pk and user.is_reachable


def _is_running(notification: Notification, player: Player) -> bool:
    return notification.game.is_running


def _has_missed(notification: Notification, player: Player) -> bool:
    return notification.game.is_running and player.missed > 0 and is_told(player)


def _has_stand_in(notification: Notification, player: Player) -> bool:
    """Whether a stand-in plays for the recipient and the game goes on. A table that stands still has another type."""
    return notification.game.is_running and player.stand_in and not notification.game.stands_still


def _stands_still(notification: Notification, player: Player) -> bool:
    game = notification.game
    return game.is_running and game.stands_still and notification.key == name_rest(game)


def _is_seat_open(notification: Notification, player: Player) -> bool:
    return (
        notification.game.is_running
        and notification.game.players.filter(seat=read_seat(notification)).exclude(link="").exists()
    )


def _is_invited(notification: Notification, player: Player) -> bool:
    """Whether the seat is still kept for the recipient, and no block keeps them apart from a player there."""
    is_kept = notification.game.status == Game.Status.OPEN and player.invited
    return is_kept and not is_kept_apart(notification.recipient, notification.game.players.all())


def _lacks_players(notification: Notification, player: Player) -> bool:
    game = notification.game
    is_theirs = game.status == Game.Status.OPEN and game.host_id == notification.recipient_id
    return is_theirs and any(other.is_free for other in game.players.all())


def _is_asked_to_be_ready(notification: Notification, player: Player) -> bool:
    game = notification.game
    return game.status == Game.Status.OPEN and game.ready_by is not None and player.is_taken and not player.is_ready


def _has_no_seat_yet(notification: Notification, player: Player) -> bool:
    """Whether the table is still open and the recipient has not sat down again."""
    return notification.game.status == Game.Status.OPEN and player.seat == NO_SEAT


def _may_sit_down(notification: Notification, player: Player) -> bool:
    """Whether there is a free seat at their circle's table, they have none there, and no block is in the way."""
    game, user = notification.game, notification.recipient
    if game.status != Game.Status.OPEN or player.seat != NO_SEAT:
        return False
    players = list(game.players.all())
    member = Member.objects.filter(circle=game.circle_id, user=user, invited=False).first()
    is_coming = member and not (game.weekly_table and member.is_out(game.weekly_table.code, timezone.now()))
    return bool(is_coming) and any(other.is_free for other in players) and not is_kept_apart(user, players)


def _stays_so(notification: Notification, player: Player) -> bool:
    return True


SWITCHES: Mapping[str, "Words"] = {
    "turn": _("When it’s your turn, or everyone decides at the same time"),
    "reminder": _("Reminder before time runs out"),
    "missed": _("When your time ran out and an automatic move was made for you"),
    "started": _("When a game starts"),
    "proposal": _("When someone proposes a pause, spectators or to end the game"),
    "over": _("When a game is over, or a table is closed"),
    "stand_in": _("When a bot stands in for you, or nobody plays any more at your table"),
    "substitute": _("When a seat needs a substitute or has been taken over"),
    "rematch": _("When there’s a seat for you in another game"),
    "unfilled": _("When your table still has free seats after a day"),
    "weekly": _("When a circle’s weekly table opens, or a season is over"),
    "opened": _("When a public table opens, if you asked for it on the list of open tables"),
}
"""The preferences of users. Each covers types that users see as one."""

STARTED = NotificationType(
    "started", _("Game started"), gettext_noop("%(table)s has started"), "started", Group.GAME, _has_just_started
)
READY = NotificationType(
    "ready",
    _("Ready?"),
    gettext_noop("Are you ready? %(table)s starts in a minute"),
    "started",
    Group.SEAT,
    _is_asked_to_be_ready,
)
UNREADY = NotificationType(
    "unready",
    _("Seat free again"),
    gettext_noop("Your seat in %(table)s is free again"),
    "started",
    Group.SEAT,
    _has_no_seat_yet,
)
"""The recipient has lost the seat."""
TURN = NotificationType(
    "turn",
    _("Your turn"),
    gettext_noop("Your turn: %(table)s"),
    "turn",
    Group.QUESTION,
    _is_still_asked,
    tells=True,
    shows=True,
)
VOTE = NotificationType(
    "vote",
    _("Your choice"),
    gettext_noop("Time to decide: %(table)s"),
    "turn",
    Group.QUESTION,
    _is_still_asked,
    tells=True,
    shows=True,
)
REMINDER = NotificationType(
    "reminder",
    _("Reminder"),
    gettext_noop("%(table)s is still waiting for you"),
    "reminder",
    Group.QUESTION,
    _is_still_asked,
    tells=True,
    shows=True,
)
MORE_TIME = NotificationType(
    "more_time",
    _("More time"),
    gettext_noop("You have more time: %(table)s"),
    "turn",
    Group.QUESTION,
    _is_still_asked,
    tells=True,
    shows=True,
)
"""Another player gave time to a question that the recipient knows."""
MISSED = NotificationType(
    "missed",
    _("Time’s up"),
    gettext_noop("%(table)s: time’s up, so a move was made for you"),
    "missed",
    Group.SEAT,
    _has_missed,
    tells=True,
    shows=True,
)
STAND_IN = NotificationType(
    "stand_in",
    _("Stand-in bot"),
    gettext_noop("A bot is standing in for you in %(table)s"),
    "stand_in",
    Group.SEAT,
    _has_stand_in,
    tells=True,
    shows=True,
)
DESERTED = NotificationType(
    "deserted",
    _("Standing still"),
    gettext_noop("%(table)s stands still until someone comes back"),
    "stand_in",
    Group.GAME,
    _stands_still,
    tells=True,
    shows=True,
)
SEAT_OPEN = NotificationType(
    "seat_open",
    _("Seat available"),
    gettext_noop("%(table)s needs a substitute"),
    "substitute",
    Group.SEAT,
    _is_seat_open,
)
SEAT_TAKEN = NotificationType(
    "seat_taken",
    _("New player"),
    gettext_noop("A substitute has joined %(table)s"),
    "substitute",
    Group.GAME,
    _is_running,
)
REPLACED = NotificationType(
    "replaced",
    _("Seat taken over"),
    gettext_noop("Your seat in %(table)s has been taken over"),
    "substitute",
    Group.SEAT,
    _stays_so,
)
"""Sent to someone who no longer has the seat."""
PAUSE_PROPOSED = NotificationType(
    "pause_proposed",
    _("A pause?"),
    gettext_noop("Shall we pause %(table)s?"),
    "proposal",
    Group.GAME,
    _is_pause_proposed,
)
END_PROPOSED = NotificationType(
    "end_proposed",
    _("End it here?"),
    gettext_noop("Shall we end %(table)s here?"),
    "proposal",
    Group.GAME,
    _is_end_proposed,
)
SPECTATORS_PROPOSED = NotificationType(
    "spectators_proposed",
    _("Spectators?"),
    gettext_noop("May people watch %(table)s?"),
    "proposal",
    Group.GAME,
    _are_spectators_proposed,
)
OVER = NotificationType(
    "over", _("Game over"), gettext_noop("%(table)s is over"), "over", Group.GAME, _stays_so, tells=True
)
CLOSED = NotificationType(
    "closed", _("Table closed"), gettext_noop("%(table)s was closed"), "over", Group.GAME, _stays_so
)
REMATCH = NotificationType(
    "rematch",
    _("Another game"),
    gettext_noop("Play again? There’s a seat for you in %(table)s"),
    "rematch",
    Group.SEAT,
    _is_invited,
)
UNFILLED = NotificationType(
    "unfilled",
    _("Free seats"),
    gettext_noop("Seats still free: %(table)s"),
    "unfilled",
    Group.GAME,
    _lacks_players,
)
WEEKLY = NotificationType(
    "weekly",
    _("Weekly table"),
    gettext_noop("Your circle’s weekly table is open: %(table)s"),
    "weekly",
    Group.GAME,
    _may_sit_down,
)
"""Sent to someone who has no seat yet."""
OPENED = NotificationType(
    KIND, _("Public table"), gettext_noop("A table has opened: %(table)s"), "opened", Group.GAME, is_open_to
)
NOTIFICATION_TYPES: Mapping[str, NotificationType] = {
    kind.code: kind
    for kind in (
        STARTED,
        READY,
        UNREADY,
        TURN,
        VOTE,
        REMINDER,
        MORE_TIME,
        MISSED,
        STAND_IN,
        DESERTED,
        SEAT_OPEN,
        SEAT_TAKEN,
        REPLACED,
        PAUSE_PROPOSED,
        END_PROPOSED,
        SPECTATORS_PROPOSED,
        OVER,
        CLOSED,
        REMATCH,
        UNFILLED,
        WEEKLY,
        OPENED,
    )
}
