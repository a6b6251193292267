"""Texts of all channels except email. They have only the table, the type of notification and a link."""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from django.utils import timezone, translation
from django.utils.translation import gettext

from games.models import Delivery, Notification
from games.notifications import digests, emails
from games.notifications.channels.types import Line, Message
from games.notifications.selectors import count_waiting
from games.notifications.subjects import find_subject
from games.notifications.types import TURN

# More would exceed `client.MAX_BODY`, and pause the channel. The title counts all.
MAX_LINES = 20


def write_message(headlines: Sequence[Delivery]) -> Message:
    """Write the message. `headlines` are deliveries of different tables to the same user."""
    notifications = digests.list_news(headlines, headlines[0].channel)
    user = notifications[0].recipient
    with translation.override(user.language), timezone.override(ZoneInfo(user.time_zone)):
        lines = tuple(map(_write_line, notifications[:MAX_LINES]))
        return Message(
            title=lines[0].said if len(lines) == 1 else digests.word_count(notifications),
            lines=lines,
            link=lines[0].link if len(lines) == 1 else emails.make_link("games:my_games"),
            waiting=count_waiting(user),
        )


def _write_line(notification: Notification) -> Line:
    said = gettext(find_subject(notification)) % {"table": notification.game.name}
    link = emails.make_link("games:table", notification.game.code)
    name, table = notification.recipient.shown_name, notification.game.name
    named = f"{name} – {said}"
    if notification.kind == TURN.code:
        named = gettext("%(name)s, it’s your turn: %(table)s") % {"name": name, "table": table}
    return Line(
        kind=notification.kind, table=table, code=notification.game.code, said=said, link=link, named=str(named)
    )


def write_test(language: str) -> Message:
    with translation.override(language):
        said = gettext("It works: this is where Inside Job will reach you.")
        link = emails.make_link("games:my_games")
        return Message(title=said, lines=(Line("test", "Inside Job", "test", said, link),), link=link, waiting=0)
