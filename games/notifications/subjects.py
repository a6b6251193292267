"""Subjects of emails that say more than the subject of their notification type does.

They name the circle of a weekly table. Other channels do not, as some of their readers may not belong to it.
"""

from datetime import datetime

from django.utils.translation import gettext, gettext_noop

from games.models import Notification
from games.notifications import types
from games.wording.sentences import word_soon
from insidejob.untranslated import break_links

STARTED_WITH_YOU = gettext_noop("%(table)s has started, and it’s your turn")
"""The subject when a game starts with the reader's turn, because no second email will say so."""
WEEKLY_OF_CIRCLE = gettext_noop("%(circle)s, weekly table: %(title)s (%(table)s)")
BY_DEADLINE = {
    types.TURN.code: gettext_noop("Your turn until %(when)s: %(table)s"),
    types.VOTE.code: gettext_noop("Decide by %(when)s: %(table)s"),
    types.REMINDER.code: gettext_noop("%(table)s is waiting for you until %(when)s"),
}
"""Subjects that name the deadline, so that a mailbox shows which table is the most urgent."""


def word_subject(notification: Notification, *, is_asked: bool = False, due_at: datetime | None = None) -> str:
    """Return the subject in the current language.

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
    return gettext(_find_subject(notification, is_asked=is_asked)) % words


def _find_subject(notification: Notification, *, is_asked: bool) -> str:
    if notification.kind == types.STARTED.code and is_asked:
        return STARTED_WITH_YOU
    is_of_circle = notification.kind == types.WEEKLY.code and notification.game.circle is not None
    return WEEKLY_OF_CIRCLE if is_of_circle else types.find_subject(notification)


def name_circle(notification: Notification) -> str:
    """Return the name of the circle of a weekly table, for its members, else ""."""
    circle = notification.game.circle if notification.kind == types.WEEKLY.code else None
    return break_links(circle.shown_name) if circle else ""
