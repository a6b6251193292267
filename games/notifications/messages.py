"""Texts of all channels but email: table, notification type and link only."""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from django.utils import timezone, translation
from django.utils.translation import gettext

from games.models import Delivery, Notification
from games.notifications import digests, emails
from games.notifications.channels.types import Line, Message
from games.notifications.selectors import count_waiting
from games.notifications.types import NOTIFICATION_TYPES

# More would exceed `client.MAX_BODY`, and pause the channel. The title counts all.
MAX_LINES = 20


def write_message(headlines: Sequence[Delivery]) -> Message:
    """`headlines` are of different tables and of one user."""
    notifications = [delivery.notification for delivery in headlines]
    notifications += digests.list_others(notifications, headlines[0].channel)
    user = notifications[0].recipient
    with translation.override(user.language), timezone.override(ZoneInfo(user.time_zone)):
        lines = tuple(map(write_line, notifications[:MAX_LINES]))
        return Message(
            title=lines[0].said if len(lines) == 1 else digests.word_count(notifications),
            lines=lines,
            link=lines[0].link if len(lines) == 1 else emails.make_link("games:my_games"),
            waiting=count_waiting(user),
        )


def write_line(notification: Notification) -> Line:
    said = gettext(NOTIFICATION_TYPES[notification.kind].subject) % {"table": notification.game.name}
    link = emails.make_link("games:table", notification.game.code)
    return Line(kind=notification.kind, table=notification.game.name, code=notification.game.code, said=said, link=link)


def write_test(language: str) -> Message:
    with translation.override(language):
        said = gettext("It works: this is where Inside Job will reach you.")
        link = emails.make_link("games:my_games")
        return Message(title=said, lines=(Line("test", "Inside Job", "test", said, link),), link=link, waiting=0)
