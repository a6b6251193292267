"""Subjects of notifications, which may say more than the subject of their type does.

Those of emails name the circle of a weekly table. Other channels do not, as some of their readers may not belong to it.
"""

from datetime import datetime

from django.utils.translation import gettext, gettext_noop

from games.models import Notification
from games.notifications import types
from games.notifications.recipients import INVITATION, read_seat
from games.wording.sentences import word_soon
from insidejob.untranslated import break_links

AFTER_PAUSE = gettext_noop("The pause is over, and %(table)s is waiting for you")
YOUR_SEAT_OPEN = gettext_noop("Your seat in %(table)s is on offer")
SEAT_KEPT = gettext_noop("There’s a seat for you in %(table)s")
"""The subject if a seat is kept for the reader, who may never have played with the host."""
STARTED_WITH_YOU = gettext_noop("%(table)s has started, and it’s your turn")
"""The subject when a game starts with the reader's turn, because no second email will say so."""
WEEKLY_OF_CIRCLE = gettext_noop("%(circle)s, weekly table: %(title)s (%(table)s)")
BY_DEADLINE = {
    types.TURN.code: gettext_noop("Your turn until %(when)s: %(table)s"),
    types.VOTE.code: gettext_noop("Decide by %(when)s: %(table)s"),
    types.REMINDER.code: gettext_noop("%(table)s is waiting for you until %(when)s"),
}
"""Subjects that name the deadline, so that a mailbox shows which table is the most urgent."""


def word_email_subject(notification: Notification, *, is_asked: bool = False, due_at: datetime | None = None) -> str:
    """Return the subject of an email in the current language.

    `is_asked` means that the reader is asked something. `due_at` is the deadline that the subject names.
    """
    game = notification.game
    words = {
        "table": game.name,
        "title": gettext(game.known_title.TEXTS.name) if game.known_title else "",
        "circle": name_circle(notification),
        "when": due_at and word_soon(due_at),
    }
    if due_at and notification.kind in BY_DEADLINE:
        return gettext(BY_DEADLINE[notification.kind]) % words
    return gettext(_find_email_subject(notification, is_asked=is_asked)) % words


def _find_email_subject(notification: Notification, *, is_asked: bool) -> str:
    if notification.kind == types.STARTED.code and is_asked:
        return STARTED_WITH_YOU
    is_of_circle = notification.kind == types.WEEKLY.code and notification.game.circle is not None
    return WEEKLY_OF_CIRCLE if is_of_circle else find_subject(notification)


def find_subject(notification: Notification) -> str:
    """Return the untranslated subject for all channels, where `table` stands for the table's name."""
    if is_after_pause(notification):
        return AFTER_PAUSE
    if notification.kind == types.SEAT_OPEN.code and _is_own_seat(notification):
        return YOUR_SEAT_OPEN
    is_invitation = notification.kind == types.REMATCH.code and notification.key.startswith(INVITATION)
    return SEAT_KEPT if is_invitation else types.NOTIFICATION_TYPES[notification.kind].subject


def is_after_pause(notification: Notification) -> bool:
    """Whether a question was asked before the table's last pause, and is asked again."""
    game = notification.game
    if notification.kind not in (types.TURN.code, types.VOTE.code) or not game.pauses:
        return False
    asked_at = game.players.filter(user=notification.recipient).values_list("asked_at", flat=True).first()
    return asked_at is not None and game.has_paused_since(asked_at)


def _is_own_seat(notification: Notification) -> bool:
    return notification.game.players.filter(seat=read_seat(notification), user=notification.recipient).exists()


def name_circle(notification: Notification) -> str:
    """Return the name of the circle of a weekly table, for its members, else ""."""
    circle = notification.game.circle if notification.kind == types.WEEKLY.code else None
    return break_links(circle.shown_name) if circle else ""
